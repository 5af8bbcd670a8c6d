import { InputError, type Language, type Sex, type SpeechTimeline } from '../contract/index.ts';

/** Mono sound: samples in -1..1 at `sampleRate` Hz. */
export interface Audio {
  samples: Float32Array;
  sampleRate: number;
}

/** What is to be said, and how. `text` is plain text or SSML (a `<speak>` document or text with tags). */
export interface SpeechRequest {
  text: string;
  language: Language;
  sex: Sex;
  /** The engine's own voice name; the engine chooses one by actor, language and sex when it is absent. */
  voice?: string;
  /** Who is seen to speak, and sounds like nobody else. */
  actor?: string;
  /** 1 is the normal speed; 0.25..4. */
  speed: number;
}

/** What was said: the sound, its timeline, and what the engine had to leave out or guess, as sentences for the client. */
export interface Speech {
  audio: Audio;
  timeline: SpeechTimeline;
  warnings: string[];
  /** Characters that an outside engine charges for; absent where none was asked. */
  billedCharacters?: number;
}

/** Turns text into speech. Throws `SpeechError` when the request itself is at fault. */
export interface SpeechEngine {
  readonly name: string;
  /** What its sound depends on beside the request and this code: packages, by name and version. */
  readonly version: string;
  /** Names the voice that will speak. */
  chooseVoice(request: Omit<SpeechRequest, 'text' | 'speed'>): string;
  speak(request: SpeechRequest): Promise<Speech>;
}

/** The input cannot become speech: the client's text, voice or recording is at fault. */
export class SpeechError extends InputError {
  override readonly name = 'SpeechError';
}
