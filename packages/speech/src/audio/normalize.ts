import type { Audio } from '../speech.ts';
import { limitPeaks } from './limiter.ts';
import { measureIntegrated, measureLoudness } from './loudness.ts';

/** Target loudness, LUFS: between -23 of broadcasting (EBU R 128) and -14 of the large web platforms. */
const TARGET_LOUDNESS = -16;

/** Highest true peak, dBTP. */
export const CEILING = -1;

/**
 * Highest gain reduction of the limiter, dB: eSpeak NG's Russian men, whose vowels differ most, need 11 to 15. Audio with higher peaks stays
 * below the target loudness.
 */
const MAX_LIMITING = 16;

/** Iterations of gain and limiter: limiting reduces the loudness, and a step takes the last one's effect into account. */
const MAX_ROUNDS = 4;
const LEAST_EFFECT = 0.3;

/** Tolerance of the loudness, LU. */
const TOLERANCE = 0.1;

/**
 * Brings audio to -16 LUFS with true peaks of at most -1 dBTP (ITU-R BS.1770). One constant gain is applied, so that what is
 * loud and soft within the audio stays so; a limiter handles the peaks. Silent audio is not changed.
 *
 * @param ceiling Highest true peak of the result, dBTP.
 * @returns the audio, and the gain that was applied before limiting, dB
 */
export function normalizeLoudness(audio: Audio, ceiling = CEILING): { audio: Audio; gain: number } {
  const { integrated, truePeak } = measureLoudness(audio);
  if (!Number.isFinite(integrated)) return { audio, gain: 0 };
  const maxGain = ceiling + MAX_LIMITING - truePeak;
  let gain = Math.min(TARGET_LOUDNESS - integrated, maxGain);
  // Up to here nothing is limited, and a step of the gain is one of the loudness.
  let before = { gain: Math.min(gain, ceiling - truePeak), loudness: integrated + Math.min(gain, ceiling - truePeak) };
  for (let round = 1; ; round++) {
    const factor = 10 ** (gain / 20);
    const louder = { ...audio, samples: audio.samples.map((sample) => sample * factor) };
    const limited = limitPeaks(louder, 10 ** (ceiling / 20));
    const loudness = measureIntegrated(limited);
    const shortfall = TARGET_LOUDNESS - loudness;
    if (shortfall < TOLERANCE || gain === maxGain || round === MAX_ROUNDS) return { audio: limited, gain };
    const effect = gain > before.gain ? (loudness - before.loudness) / (gain - before.gain) : 1;
    before = { gain, loudness };
    gain = Math.min(gain + shortfall / Math.max(LEAST_EFFECT, Math.min(1, effect)), maxGain);
  }
}
