import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Audio } from '../../../speech.ts';
import { findVoiceFiles } from './files.ts';
import { type PicoItem, type PicoModule, readInt16, readUint32 } from './module.ts';
import type { PicoLanguage } from './phones.ts';
import { watchItems } from './watch-items.ts';

/** Sample rate of the voices, in Hz. */
const PICO_SAMPLE_RATE = 16_000;
/** Size of the engine's memory, in bytes. The largest voice takes up 1.4 MB, plus 1 MB of working memory (measured). */
const ENGINE_BYTES = 3_500_000;
/** Sizes of a resource name, of the sample buffer for one step, and of a chunk of text (whose length is an int16), in bytes. */
const NAME_BYTES = 64;
const BUFFER_BYTES = 512;
const TEXT_BYTES = 32_000;
/**
 * Delay of the sound relative to the frames of the phones, in samples. It is 24 ms (18 to 30 ms, measured at the edges of sibilants after
 * vowels in three languages). This much is cut off so that the phones match the sound.
 */
const DELAY = 384;
/** Status codes of `pico_getData`: idle and busy (`picoapi.h`). */
const IDLE = 200;
const BUSY = 201;

/**
 * Speaks text in SVOX Pico markup, in a new instance so that the same text always produces the same audio.
 * @param longest Seconds after which synthesis stops. The audio may be slightly longer.
 * @throws Error if the engine fails
 */
export async function runPico(
  language: PicoLanguage,
  markup: string,
  longest: number,
): Promise<Audio & { phones: PicoItem[]; syllables: PicoItem[] }> {
  const engine = await startEngine(language);
  const { module, handle } = engine;
  const text = Buffer.from(`${markup}\0`);
  const at = engine.copy(text);
  const [countPointer, buffer, type] = [module._malloc(4), module._malloc(BUFFER_BYTES), module._malloc(4)];
  const { syllables, phones, poll } = watchItems(module, handle);
  const chunks: Buffer[] = [];
  let length = 0;
  const most = longest * 2 * PICO_SAMPLE_RATE;
  for (let sent = 0; sent < text.length && length <= most; ) {
    const part = Math.min(text.length - sent, TEXT_BYTES);
    check(module._pico_putTextUtf8(handle, at + sent, part, countPointer), 'take the text');
    sent += readInt16(module, countPointer);
    let status = BUSY;
    while (status === BUSY && length <= most) {
      status = module._pico_getData(handle, buffer, BUFFER_BYTES, countPointer, type);
      const received = readInt16(module, countPointer);
      if (received > 0) chunks.push(Buffer.from(module.HEAPU8.subarray(buffer, buffer + received)));
      length += received;
      poll();
    }
    if (status !== IDLE && status !== BUSY) throw new Error(`SVOX Pico failed with status ${status}`);
  }
  const pcm = Buffer.concat(chunks);
  const count = pcm.length >> 1;
  const samples = Float32Array.from({ length: count }, (_, i) => (i + DELAY < count ? pcm.readInt16LE(2 * (i + DELAY)) / 32768 : 0));
  return { samples, sampleRate: PICO_SAMPLE_RATE, phones: phones(), syllables: syllables() };
}

interface Engine {
  module: PicoModule;
  handle: number;
  /** Copies bytes into the engine's memory. @returns their address */
  copy(bytes: Uint8Array): number;
}

async function startEngine(language: PicoLanguage): Promise<Engine> {
  const [module, files] = await Promise.all([startModule(), readVoice(language)]);
  const copy = (bytes: Uint8Array): number => {
    const address = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, address);
    return address;
  };
  const write = (text: string) => copy(Buffer.from(`${text}\0`));
  const [result, name, voice] = [module._malloc(4), module._malloc(NAME_BYTES), write('voice')];
  check(module._pico_initialize(module._malloc(ENGINE_BYTES), ENGINE_BYTES, result), 'start');
  const system = readUint32(module, result);
  check(module._pico_createVoiceDefinition(system, voice), 'define the voice');
  files.forEach((bytes, i) => {
    module.FS.writeFile(`/voice${i}.bin`, bytes);
    check(module._pico_loadResource(system, write(`/voice${i}.bin`), result), `load the voice of ${language}`);
    check(module._pico_getResourceName(system, readUint32(module, result), name), 'name the voice');
    check(module._pico_addResourceToVoiceDefinition(system, voice, name), 'complete the voice');
  });
  check(module._pico_newEngine(system, voice, result), 'start with the voice');
  return { module, handle: readUint32(module, result), copy };
}

function check(status: number, action: string): void {
  if (status !== 0) throw new Error(`SVOX Pico cannot ${action}: status ${status}`);
}

/** Contents of the voice files. Each file is read only once. */
const voices = new Map<PicoLanguage, Promise<Uint8Array[]>>();

function readVoice(language: PicoLanguage): Promise<Uint8Array[]> {
  const read = voices.get(language) ?? Promise.all(findVoiceFiles(language).map((file) => readFile(file)));
  voices.set(language, read);
  return read;
}

/** The part of the WebAssembly API that is used here. Its types are in the DOM library, which this project does not include. */
interface Runtime {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}

const runtime = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;

type Loader = (options: { instantiateWasm(imports: object, receive: (instance: object) => void): object }) => Promise<PicoModule>;

let package_: Promise<{ load: Loader; code: object }> | undefined;

/** Loads the package at run time, because it may be in a Lambda layer. Its code is compiled once. */
async function startModule(): Promise<PicoModule> {
  package_ ??= loadPackage();
  const { load, code } = await package_;
  return load({
    instantiateWasm(imports, receive) {
      void runtime.instantiate(code, imports).then(receive);
      return {};
    },
  });
}

async function loadPackage() {
  const path = createRequire(import.meta.url).resolve('@echogarden/svoxpico-wasm');
  const [{ default: load }, bytes] = await Promise.all([
    import(pathToFileURL(path).href) as Promise<{ default: Loader }>,
    readFile(path.replace(/\.js$/, '.wasm')),
  ]);
  return { load, code: await runtime.compile(bytes) };
}
