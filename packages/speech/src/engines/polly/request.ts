import type { PollyEngineName } from './voices.ts';

/** A request to Amazon Polly. Audio and speech marks need separate requests that differ only in `output`. */
export interface PollyRequest {
  /** A complete `<speak>` document. */
  ssml: string;
  voice: string;
  tier: PollyEngineName;
  /** Language to use, for a bilingual voice. */
  language?: string;
  /** Audio is 16-bit little-endian mono samples at `POLLY_SAMPLE_RATE`. Marks are lines of JSON. */
  output: 'sound' | 'marks';
}

/** The response, the reason why Polly rejected the SSML, or the reason why the engine is not available in the region. */
export type PollyResponse = { bytes: Uint8Array; characters: number } | { refusal: string } | { unavailable: string };

/** Sends a request to Polly. Rejected SSML and a missing engine are returned as results; every other failure is thrown. */
export type SendPollyRequest = (call: PollyRequest) => Promise<PollyResponse>;

/** Sample rate of the audio, in Hz: the highest that Polly offers for uncompressed audio (SynthesizeSpeech, `SampleRate`). */
export const POLLY_SAMPLE_RATE = 16_000;
