import type { Tier } from './voices.ts';

/** One request to Polly. Sound and marks are two requests that are alike in all else. */
export interface PollyCall {
  /** A whole `<speak>` document. */
  ssml: string;
  voice: string;
  tier: Tier;
  /** For a voice of two languages: which one it is to speak. */
  language?: string;
  /** 16-bit little-endian samples, mono, at `POLLY_RATE`; or lines of JSON. */
  output: 'sound' | 'marks';
}

/** What Polly gave and how many characters it charges for that, or why it did not take the SSML. */
export type PollyAnswer = { bytes: Uint8Array; characters: number } | { refusal: string };

/** Asks Polly. It throws when Polly cannot be asked; a document that Polly does not take is an answer. */
export type AskPolly = (call: PollyCall) => Promise<PollyAnswer>;

/** Samples per second: the most that Polly gives uncompressed (SynthesizeSpeech, `SampleRate`). */
export const POLLY_RATE = 16_000;
