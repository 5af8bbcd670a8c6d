import { alignRecording, decodeWav, type SpeechEngine, SpeechError } from '@talking-avatar/speech';
import type { TrueSpeech } from '@talking-avatar/speech/testing';
import { type Accuracy, addNoise, type Comparison, compare, summarize } from '@talking-avatar/speech/testing';

/** How a recording is made harder. */
export interface Hardship {
  /** Mean power of the speech over that of added white noise, dB. */
  noise?: number;
  /** The recording is played so many times as fast: it then sounds like a person with a vocal tract as many times shorter. */
  faster?: number;
}

/** Aligns sounds of known times with their texts and sums up the errors; `refused` is the part that was taken for other words. */
export async function measureAccuracy(
  speeches: readonly TrueSpeech[],
  engine: SpeechEngine,
  { noise, faster = 1 }: Hardship = {},
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
