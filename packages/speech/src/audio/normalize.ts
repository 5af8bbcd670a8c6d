import type { Audio } from '../speech.ts';
import { limitPeaks } from './limiter.ts';
import { measureIntegrated, measureLoudness } from './loudness.ts';

/** Target loudness, in LUFS. It is between the targets of broadcasting (-23, EBU R 128) and the large web platforms (-14). */
const TARGET_LOUDNESS = -16;
/** Maximum true peak, in dBTP. */
export const CEILING = -1;
/**
 * Maximum reduction by the limiter, in dB. eSpeak NG's male Russian voices need 11 to 15 dB. Audio with higher peaks remains below the
 * target.
 */
const MAX_LIMITING = 16;
/** Number of gain and limiter iterations. Limiting reduces loudness, and each iteration corrects for the previous one. */
const MAX_ROUNDS = 4;
const MIN_EFFECT = 0.3;
/** Loudness tolerance, in LU. */
const TOLERANCE = 0.1;

/**
 * Normalizes audio to -16 LUFS with true peaks of up to `ceiling`, in dBTP (ITU-R BS.1770). The gain is constant, which preserves dynamics,
 * and a limiter handles the peaks. Silent audio is left unchanged.
 * @returns the audio, and the gain before limiting, in dB
 */
export function normalizeLoudness(audio: Audio, ceiling = CEILING): { audio: Audio; gain: number } {
  const { integrated, truePeak } = measureLoudness(audio);
  if (!Number.isFinite(integrated)) return { audio, gain: 0 };
  const maxGain = ceiling + MAX_LIMITING - truePeak;
  let gain = Math.min(TARGET_LOUDNESS - integrated, maxGain);
  // Up to this gain, nothing is limited, so the loudness changes by exactly the gain.
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
    gain = Math.min(gain + shortfall / Math.max(MIN_EFFECT, Math.min(1, effect)), maxGain);
  }
}
