import { InputError, type Language, type Sex, type SpeechTimeline } from '@talking-avatar/contract';

/** Mono audio, with samples in -1..1 at `sampleRate` Hz. */
export interface Audio {
  samples: Float32Array;
  sampleRate: number;
}

/** Text to synthesize: plain text or SSML (a `<speak>` document, or text with tags). */
export interface SpeechRequest {
  text: string;
  language: Language;
  sex: Sex;
  /** Name of one of the engine's voices. By default, the engine chooses by actor, language, and sex. */
  voice?: string;
  /** The actor who speaks. Each actor has a separate voice. */
  actor?: string;
  /** Factor for the normal speech rate, 0.25..4. */
  speed: number;
  /** Maximum duration, in seconds. The default is the limit for clients. */
  maxSeconds?: number;
}

/** Synthesized or aligned speech: the audio, its timeline, and warnings for the client about anything that was ignored or assumed. */
export interface Speech {
  audio: Audio;
  timeline: SpeechTimeline;
  warnings: string[];
  /** Number of characters charged for by a paid engine. Absent for a free engine. */
  billedCharacters?: number;
}

/**
 * Synthesizes speech from text.
 * @example
 * ```ts
 * const engine = createEmbeddedEngine();
 * const { audio, timeline } = await engine.speak({ text: 'Good morning.', language: 'en-US', sex: 'female', speed: 1 });
 * timeline.phones[0]; // { symbol: 'ɡ', start: 0.03, end: 0.1, stress: 0, word: 0 }
 * ```
 */
export interface SpeechEngine {
  readonly name: string;
  /** Versions of the packages that determine the audio, in addition to the request and this code. Part of the cache key. */
  readonly version: string;
  /** Returns the name of the voice that `speak` would use. @throws SpeechError for an unknown voice */
  chooseVoice(request: Omit<SpeechRequest, 'text' | 'speed'>): string;
  /**
   * Synthesizes speech from text.
   * @throws SpeechError for malformed SSML, text without words, an unknown voice, or speech that is too long
   */
  speak(request: SpeechRequest): Promise<Speech>;
}

/** Finds the times of words and phones in a recording of a text. */
export type AlignSpeech = (recording: { audio: Audio; text: string; language: Language; sex: Sex }) => Promise<Pick<Speech, 'timeline'>>;

/** Thrown if the client's text, voice, or recording cannot be processed. */
export class SpeechError extends InputError {
  override readonly name = 'SpeechError';
}
