import type { PollyEngineName } from './voices.ts';

/** A request to Amazon Polly. Audio and speech marks are two requests that differ only in `output`. */
export interface PollyRequest {
  /** A complete `<speak>` document. */
  ssml: string;
  voice: string;
  tier: PollyEngineName;
  /** Language of a bilingual voice. */
  language?: string;
  /** Audio: 16-bit little-endian samples, mono, at `POLLY_SAMPLE_RATE`. Marks: lines of JSON. */
  output: 'sound' | 'marks';
}

/** The response, or why Polly rejected the SSML, or why the engine is not available in the region. */
export type PollyResponse = { bytes: Uint8Array; characters: number } | { refusal: string } | { unavailable: string };

/** Sends a request to Polly. Rejected SSML and a missing engine are results; every other failure is thrown. */
export type SendPollyRequest = (call: PollyRequest) => Promise<PollyResponse>;

/** Sample rate of the audio, Hz: the highest that Polly offers uncompressed (SynthesizeSpeech, `SampleRate`). */
export const POLLY_SAMPLE_RATE = 16_000;
