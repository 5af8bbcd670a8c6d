import { alignRecording, decodeWav, type SpeechEngine, SpeechError } from '@talking-avatar/speech';
import type { TrueSpeech } from '@talking-avatar/speech/testing';
import { type Accuracy, addNoise, type Comparison, compare, summarize } from '@talking-avatar/speech/testing';

/** How a recording is degraded. */
export interface Degradation {
  /** Signal-to-noise ratio after white noise has been added, in dB. */
  noise?: number;
  /** How much faster the recording is played. It then sounds like a vocal tract that is shorter by the same factor. */
  faster?: number;
}

/**
 * Aligns sounds whose times are known with their texts, and summarizes the errors. `refused` is the share of recordings that were mistaken
 * for other words.
 */
export async function measureAccuracy(
  speeches: readonly TrueSpeech[],
  engine: SpeechEngine,
  { noise, faster = 1 }: Degradation = {},
): Promise<Accuracy & { refused: number }> {
  const comparisons: Comparison[] = [];
  let refused = 0;
  for (const { wav, text, language, phones } of speeches) {
    const clean = decodeWav(wav);
    const { samples, sampleRate } = noise === undefined ? clean : addNoise(clean, noise);
    const audio = { samples, sampleRate: sampleRate * faster };
    const timeline = await alignRecording({ audio, text, language }, engine).then(
      (aligned) => aligned.timeline,
      (error: unknown) => {
        if (error instanceof SpeechError) return undefined;
        throw error;
      },
    );
    if (!timeline) {
      refused++;
      continue;
    }
    const truth = phones.map(({ symbol, start, end }) => ({ symbol, start: start / faster, end: end / faster }));
    comparisons.push(compare(timeline, truth));
  }
  return { ...summarize(comparisons), refused: refused / speeches.length };
}
