import { alignRecording, decodeWav, type SpeechEngine } from '../../../layers/speech/index.ts';
import { type Accuracy, type Comparison, compare, summarize } from './comparison.ts';
import { addNoise } from './noise.ts';
import type { TrueSpeech } from './truth/truth.ts';

/** Aligns sounds of known times with their texts, as they are or with noise so many dB below them, and sums up the errors. */
export async function measureAccuracy(
  speeches: readonly TrueSpeech[],
  engine: SpeechEngine,
  noise?: number,
): Promise<Accuracy> {
  const comparisons: Comparison[] = [];
  for (const { wav, text, language, phones } of speeches) {
    const clean = decodeWav(wav);
    const audio = noise === undefined ? clean : addNoise(clean, noise);
    const { timeline } = await alignRecording({ audio, text, language }, engine);
    comparisons.push(compare(timeline, phones));
  }
  return summarize(comparisons);
}
