import type { LoudnessEnvelope } from '../envelope.ts';
import { type Curve, GRID_RATE } from '../motion/index.ts';
import { blendArticulator, type Dominance } from './dominance.ts';

/** Maximum lag to search for, in s. A larger lag would belong to another syllable. */
const MAX_LAG = 0.12;
/** Maximum jaw shift, and the speech duration at which half of the measured lag is applied, in s. */
const MAX_SHIFT = 0.05;
const HALF_CONFIDENCE_SECONDS = 1.5;
/** Number of passes. Once shifted, the jaw overlaps different closures, so a second pass corrects most of the remaining lag. */
const PASSES = 2;

/**
 * Aligns the jaw with the envelope. Otherwise, it would be early or late in voices that swell or fade. Short speech is shifted less.
 * @param closure how far the lips are closed, 0..1. Behind closed lips, the jaw is not visible
 * @returns the shifted target, and its delay relative to the usual timing, in s (negative if earlier)
 */
export function alignJawToEnvelope(
  usual: Curve,
  dominances: readonly Dominance[],
  closure: Curve,
  loudness: LoudnessEnvelope,
  duration: number,
): { target: Curve; delay: number } {
  const level = readLevel(loudness, usual.length);
  const confidence = duration / (duration + HALF_CONFIDENCE_SECONDS);
  let [target, delay] = [usual, 0];
  for (let pass = 0; pass < PASSES; pass++) {
    const lag = measureLag(
      target.map((value, k) => value * (1 - closure[k]!)),
      level,
    );
    delay = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, delay - lag * confidence));
    target = blendArticulator('jaw', dominances, duration, delay);
  }
  return { target, delay };
}

/** Returns how far the jaw lags behind the level where they correlate best, in s, or 0 if there is no clear maximum. */
function measureLag(jaw: Curve, level: Curve): number {
  const reach = Math.round(MAX_LAG * GRID_RATE);
  const correlations = Array.from({ length: 2 * reach + 1 }, (_, i) => correlate(jaw, level, i - reach));
  const best = correlations.indexOf(Math.max(...correlations));
  if (!(correlations[best]! > 0) || best === 0 || best === correlations.length - 1) return 0;
  const [before, here, after] = [correlations[best - 1]!, correlations[best]!, correlations[best + 1]!];
  return (best - reach + (before - after) / (2 * (before - 2 * here + after))) / GRID_RATE;
}

/** Resamples the envelope to the grid. */
function readLevel({ level, rate }: LoudnessEnvelope, samples: number): Curve {
  const curve = new Float64Array(samples);
  for (let k = 0; k < samples; k++) {
    const position = Math.min(level.length - 1, (k * rate) / GRID_RATE);
    const i = Math.floor(position);
    const here = level[i] ?? 0;
    curve[k] = here + (position - i) * ((level[i + 1] ?? here) - here);
  }
  return curve;
}

/** Correlates a curve with a level that it lags by `lag` samples, over the range where both are defined. */
function correlate(curve: Curve, level: Curve, lag: number): number {
  const first = Math.max(0, lag);
  const last = Math.min(curve.length, level.length + lag);
  const count = last - first;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let k = first; k < last; k++) {
    const a = curve[k]!;
    const b = level[k - lag]!;
    sumA += a;
    sumB += b;
    sumAA += a * a;
    sumBB += b * b;
    sumAB += a * b;
  }
  const scale = (count * sumAA - sumA ** 2) * (count * sumBB - sumB ** 2);
  return scale > 1e-9 ? (count * sumAB - sumA * sumB) / Math.sqrt(scale) : 0;
}
