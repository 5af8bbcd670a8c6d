import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** An event of the engine: `audio_position` in ms, `text_position` in characters of the input, counted from 1. */
interface EngineEvent {
  type: string;
  audio_position: number;
  text_position: number;
  id: string | number | undefined;
}

interface Worker {
  readonly samplerate: number;
  set_voice(name: string): number;
  set_rate(wordsPerMinute: number): void;
  /** 0 to 100; 50 is the voice's own. */
  set_pitch(pitch: number): void;
  convert_to_phonemes(text: string, ipa: boolean): { ptr: number };
  /** Hands over the sound as it comes, until `take` returns true. */
  synthesize(markup: string, take: (samples: Int16Array, events: EngineEvent[]) => boolean): void;
}

interface EngineModule {
  readonly HEAPU8: Uint8Array;
  eSpeakNGWorker: new () => Worker;
}

/** A sound event as the engine prints it: an IPA symbol with stress, or an empty one for a pause. */
export interface RawPhone {
  symbol: string;
  /** Seconds. */
  start: number;
  end: number;
  /** Character of the markup that it belongs to, counted from 0 in code points. */
  position: number;
}

export interface RawSpeech {
  samples: Float32Array;
  sampleRate: number;
  phones: RawPhone[];
}

/** The engine's usual tempo and the slowest it can speak, words a minute (espeak-ng `speak_lib.h`). */
const USUAL_RATE = 175;
const SLOWEST_RATE = 80;
/** Faster than this, its tempo no longer follows the number that it is given. */
const FASTEST_RATE = 350;

/**
 * The number for a voice's own pitch, and by how much an octave changes it. The engine's own scale is bent: within half an octave of
 * a German statement a voice rises by 1.12 to 1.25 of what this asks for, and falls by 1.03 to 1.09 (gmw/de) or 0.48 to 0.65 (+f2).
 */
const USUAL_PITCH = 50;
const OCTAVE = 80;

/** The engine prints these around a word that it reads in another language. */
const LANGUAGE_SWITCH = /^\([\w-]+\)$/;

/** A copy of the engine, as new. It repeats itself exactly only then: take one for every job. */
export interface Synthesizer {
  /**
   * @param voice The engine's own name.
   * @param pitch Factor of the voice's own.
   */
  setVoice(voice: string, pitch?: number): void;
  /**
   * Says markup of the engine. The tempo is held to what the engine can: 0.46 to 2 times the usual.
   * @param longest Seconds after which it stops: what is longer is only a little longer, and not all that was to be said.
   */
  say(markup: string, tempo: number, longest: number): RawSpeech;
  /** The symbols of the sounds of a plain text, without saying it. */
  transcribe(text: string): string[];
  /** Gives the copy back for other jobs; it is not to be used after that. One that failed is better left. */
  giveBack(): void;
}

/** A copy of the engine, and its memory as it was when it started, up to where all is zero. */
interface Copy {
  engine: EngineModule;
  worker: Worker;
  start: Uint8Array;
}

/**
 * Bytes of text that a copy has room for. It is taken once, before the memory is kept: where it lies, only the package's own code
 * knows, which is not put back.
 */
const ROOM = 256 * 1024;

/** UTF-8 takes at most so many for a UTF-16 unit. */
const BYTES_A_CHARACTER = 3;

/** Copies that wait for a job: one speaks, another finds pronunciations. */
const idle: Copy[] = [];
const MOST_IDLE = 2;

/** Bytes that the memory of a copy may have grown to for it to be kept. */
const LARGEST = 64 * 1024 * 1024;

/** The slowest and the fastest tempo, as factors of the usual. */
export const TEMPO_LIMITS = { min: SLOWEST_RATE / USUAL_RATE, max: FASTEST_RATE / USUAL_RATE } as const;

/**
 * Takes a copy of the engine that is as new. One that was given back is made new by the memory that it had when it started; its code
 * stays compiled, and so it speaks several times as fast as a copy that has only just been started.
 */
export async function takeSynthesizer(): Promise<Synthesizer> {
  const copy = idle.pop() ?? (await startCopy());
  const { engine, worker } = copy;
  let longestText = 0;
  const noted = (text: string): string => {
    longestText = Math.max(longestText, text.length * BYTES_A_CHARACTER);
    return text;
  };
  return {
    setVoice(voice, pitch = 1) {
      if (worker.set_voice(voice) !== 0) throw new Error(`espeak-ng has no voice "${voice}"`);
      worker.set_pitch(Math.round(USUAL_PITCH + OCTAVE * Math.log2(pitch)));
    },
    say(markup, tempo, longest) {
      worker.set_rate(Math.round(Math.max(SLOWEST_RATE, Math.min(FASTEST_RATE, USUAL_RATE * tempo))));
      return collect(worker, noted(markup), longest);
    },
    transcribe: (text) => readText(engine.HEAPU8, worker.convert_to_phonemes(noted(text), true).ptr).split(/[_\s]+/),
    giveBack() {
      if (longestText < ROOM) keep(copy);
    },
  };
}

async function startCopy(): Promise<Copy> {
  const load = await loadEngine();
  const engine = await load();
  const worker = atFixedTime(() => new engine.eSpeakNGWorker());
  // A name that is too long for the room there is makes it larger before the next call; no voice is called so, and none is set.
  for (let turn = 0; turn < 2; turn++) worker.set_voice('-'.repeat(ROOM));
  return { engine, worker, start: engine.HEAPU8.slice(0, engine.HEAPU8.findLastIndex((byte) => byte !== 0) + 1) };
}

function keep(copy: Copy): void {
  const { HEAPU8: memory } = copy.engine;
  if (idle.length >= MOST_IDLE || memory.length > LARGEST || idle.includes(copy)) return;
  memory.set(copy.start);
  memory.fill(0, copy.start.length);
  idle.push(copy);
}

/** Text of the engine's memory, which ends with a zero. */
const readText = (memory: Uint8Array, start: number): string =>
  new TextDecoder().decode(memory.subarray(start, memory.indexOf(0, start)));

/** The engine seeds the noise of its fricatives with the time at which it starts; the same job must sound the same. */
function atFixedTime<T>(start: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return start();
  } finally {
    Date.now = now;
  }
}

/** The package is resolved at run time: its data lies beside it as a file, so it is never bundled, and a layer may hold it. */
async function loadEngine(): Promise<() => Promise<EngineModule>> {
  const path = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
  const { default: load } = await import(pathToFileURL(path).href);
  return load;
}

function collect(worker: Worker, markup: string, longest: number): RawSpeech {
  const chunks: Int16Array[] = [];
  const events: EngineEvent[] = [];
  const sampleRate = worker.samplerate;
  let length = 0;
  worker.synthesize(markup, (samples, some) => {
    chunks.push(samples);
    events.push(...some);
    length += samples.length;
    return length > longest * sampleRate;
  });
  const samples = new Float32Array(length);
  let at = 0;
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) samples[at + i] = chunk[i]! / 32768;
    at += chunk.length;
  }
  return { samples, sampleRate, phones: readEvents(events, samples.length / sampleRate) };
}

/** A word's event comes before the closure of its first sound, the sound's own event after it: the earlier one is the start. */
function readEvents(events: EngineEvent[], duration: number): RawPhone[] {
  const phones: RawPhone[] = [];
  let wordStart: number | undefined;
  for (const { type, audio_position, text_position, id } of events) {
    const at = Math.min(duration, audio_position / 1000);
    if (type === 'word') wordStart = at;
    if (type !== 'phoneme' || LANGUAGE_SWITCH.test(String(id))) continue;
    const start = wordStart ?? at;
    wordStart = undefined;
    const before = phones.at(-1);
    if (before) before.end = Math.max(before.start, start);
    phones.push({
      symbol: String(id),
      start: Math.max(start, before?.start ?? 0),
      end: duration,
      position: text_position - 1,
    });
  }
  return phones;
}
