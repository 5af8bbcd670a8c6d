import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { copyUsedMemory } from './memory.ts';

/** An espeak-ng event: `audio_position` is in ms, and `text_position` is in characters of the input, starting at 1. */
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
  /** 0 to 100; 50 is the voice's default. */
  set_pitch(pitch: number): void;
  convert_to_phonemes(text: string, ipa: boolean): { ptr: number };
  /** Passes the audio to `take` in chunks, until it returns true. */
  synthesize(markup: string, take: (samples: Int16Array, events: EngineEvent[]) => boolean): void;
}

interface EngineModule {
  readonly HEAPU8: Uint8Array;
  eSpeakNGWorker: new () => Worker;
}

/** A phone as printed by the engine: an IPA symbol with stress marks, or an empty symbol for a pause. */
export interface RawPhone {
  symbol: string;
  /** Start and end, in seconds. */
  start: number;
  end: number;
  /** Offset in the markup, in code points, starting at 0. */
  position: number;
}

export interface RawSpeech {
  samples: Float32Array;
  sampleRate: number;
  phones: RawPhone[];
}

/** espeak-ng's default and minimum tempo, in words per minute (`speak_lib.h`). */
const USUAL_RATE = 175;
const SLOWEST_RATE = 80;
/** Maximum tempo, in words per minute. Above it, the actual tempo no longer follows the requested one. */
const FASTEST_RATE = 350;

/**
 * espeak-ng's default pitch, and its change per octave. The scale is not linear. Within half an octave, the pitch of a German statement
 * rises by 1.12 to 1.25 times the requested change, and falls by 1.03 to 1.09 times (gmw/de) or 0.48 to 0.65 times (+f2).
 */
const USUAL_PITCH = 50;
const OCTAVE = 80;
/** Markers that the engine prints around a word that it reads in another language. */
const LANGUAGE_SWITCH = /^\([\w-]+\)$/;

/** An espeak-ng instance in its initial state. Its output is reproducible only from that state, so acquire an instance for every job. */
export interface Synthesizer {
  /** Selects an espeak-ng voice. `pitch` is relative to its default. @throws Error for an unknown voice */
  setVoice(voice: string, pitch?: number): void;
  /** Speaks espeak-ng markup. `tempo` is clamped to 0.46..2. Synthesis stops after `longest` seconds, even if the speech is incomplete. */
  speak(markup: string, tempo: number, longest: number): RawSpeech;
  /** Returns the phoneme symbols for plain text. */
  transcribe(text: string): string[];
  /** Returns the instance to the pool. Do not use it afterwards, and do not release an instance that failed. */
  release(): void;
}

/** An instance, and its memory after startup, without trailing zeros. */
interface Instance {
  engine: EngineModule;
  worker: Worker;
  start: Uint8Array;
}

/**
 * Size of the text buffer, in bytes. It is allocated before the memory is saved, because the package stores its address in variables that
 * are not restored.
 */
const TEXT_BUFFER_BYTES = 256 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_CHARACTER = 3;
/** Pooled instances. A job uses two, one to speak and one to probe pronunciations. */
const idle: Instance[] = [];
const MAX_IDLE = 2;
/** Maximum memory size of a pooled instance, in bytes. */
const MAX_POOLED_BYTES = 64 * 1024 * 1024;

export const TEMPO_LIMITS = { min: SLOWEST_RATE / USUAL_RATE, max: FASTEST_RATE / USUAL_RATE } as const;

/**
 * Acquires an espeak-ng instance in its initial state. A pooled instance is reset by restoring its memory. Its code is already compiled, so
 * it starts several times faster than a new instance.
 */
export async function acquireSynthesizer(): Promise<Synthesizer> {
  const instance = idle.pop() ?? (await startInstance());
  const { engine, worker } = instance;
  let longestText = 0;
  const measured = (text: string): string => {
    longestText = Math.max(longestText, text.length * BYTES_PER_CHARACTER);
    return text;
  };
  return {
    setVoice(voice, pitch = 1) {
      if (worker.set_voice(voice) !== 0) throw new Error(`espeak-ng has no voice "${voice}"`);
      worker.set_pitch(Math.round(USUAL_PITCH + OCTAVE * Math.log2(pitch)));
    },
    speak(markup, tempo, longest) {
      worker.set_rate(Math.round(Math.max(SLOWEST_RATE, Math.min(FASTEST_RATE, USUAL_RATE * tempo))));
      return collectSpeech(worker, measured(markup), longest);
    },
    transcribe: (text) => readText(engine.HEAPU8, worker.convert_to_phonemes(measured(text), true).ptr).split(/[_\s]+/),
    release() {
      if (longestText < TEXT_BUFFER_BYTES) returnToPool(instance);
    },
  };
}

async function startInstance(): Promise<Instance> {
  const load = await loadEngine();
  const engine = await load();
  const worker = atFixedTime(() => new engine.eSpeakNGWorker());
  // An overlong name makes the engine grow its buffer on the next call. No voice has this name, so none is selected.
  for (let turn = 0; turn < 2; turn++) worker.set_voice('-'.repeat(TEXT_BUFFER_BYTES));
  return { engine, worker, start: copyUsedMemory(engine.HEAPU8) };
}

function returnToPool(instance: Instance): void {
  const { HEAPU8: memory } = instance.engine;
  if (idle.length >= MAX_IDLE || memory.length > MAX_POOLED_BYTES || idle.includes(instance)) return;
  memory.set(instance.start);
  memory.fill(0, instance.start.length);
  idle.push(instance);
}

const readText = (memory: Uint8Array, start: number): string => new TextDecoder().decode(memory.subarray(start, memory.indexOf(0, start)));

/** The engine seeds the noise of fricatives with its start time. A fixed time makes the output reproducible. */
function atFixedTime<T>(start: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return start();
  } finally {
    Date.now = now;
  }
}

/** Loads the package at run time. Its data is in a separate file next to it, so it cannot be bundled, but it can be in a Lambda layer. */
async function loadEngine(): Promise<() => Promise<EngineModule>> {
  const path = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
  const { default: load } = await import(pathToFileURL(path).href);
  return load;
}

function collectSpeech(worker: Worker, markup: string, longest: number): RawSpeech {
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

/**
 * Converts events to phones. A phone starts at its own event or the event of its word, whichever is earlier. The event of a word precedes
 * the closure of its first phone.
 */
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
