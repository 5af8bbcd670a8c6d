import type { Envelope } from '../envelope.ts';
import { type Curve, GRID_RATE } from '../motion/index.ts';
import { blendArticulator, type Dominance } from './dominance.ts';

/** Lags that are tried, s: what is further off than this is not the same syllable. */
const SEARCH = 0.12;
/** A speech may have its jaw moved by at most this, s, and by half of what was measured when it lasts this long, s. */
const LARGEST_SHIFT = 0.05;
const HALF_TRUST_SECONDS = 1.5;
/** Moved once, the jaw meets the seals elsewhere, and a second look finds most of what is left. */
const ROUNDS = 2;

/**
 * Moves the jaw to where it opens with the loudness. Sounds that swell or die away within their time, as one voice makes them and
 * another does not, would leave it ahead or behind. Speech of few syllables tells little and is moved little.
 * @param usual what the jaw wishes when it moves as long before its sounds as in most voices
 * @param seal how far the lips are sealed: a jaw behind them is not seen
 * @returns the wish, and how much later than usual it is, s; negative is earlier
 */
export function alignJawToEnvelope(
  usual: Curve,
  influences: readonly Dominance[],
  seal: Curve,
  loudness: Envelope,
  duration: number,
): { wish: Curve; later: number } {
  const level = readLevel(loudness, usual.length);
  const trust = duration / (duration + HALF_TRUST_SECONDS);
  let [wish, later] = [usual, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const lag = measureLag(
      wish.map((value, k) => value * (1 - seal[k]!)),
      level,
    );
    later = Math.min(LARGEST_SHIFT, Math.max(-LARGEST_SHIFT, later - lag * trust));
    wish = blendArticulator('jaw', influences, duration, later);
  }
  return { wish, later };
}

/** The time by which a jaw follows a level where the two agree best, s; 0 where nothing can be told. */
function measureLag(jaw: Curve, level: Curve): number {
  const reach = Math.round(SEARCH * GRID_RATE);
  const fits = Array.from({ length: 2 * reach + 1 }, (_, i) => compare(jaw, level, i - reach));
  const best = fits.indexOf(Math.max(...fits));
  if (!(fits[best]! > 0) || best === 0 || best === fits.length - 1) return 0;
  const [before, here, after] = [fits[best - 1]!, fits[best]!, fits[best + 1]!];
  return (best - reach + (before - after) / (2 * (before - 2 * here + after))) / GRID_RATE;
}

/** The loudness at each sample of the grid. */
function readLevel({ level, rate }: Envelope, samples: number): Curve {
  const curve = new Float64Array(samples);
  for (let k = 0; k < samples; k++) {
    const position = Math.min(level.length - 1, (k * rate) / GRID_RATE);
    const i = Math.floor(position);
    const here = level[i] ?? 0;
    curve[k] = here + (position - i) * ((level[i + 1] ?? here) - here);
  }
  return curve;
}

/** How well a curve agrees with a level that it follows by `lag` samples: their correlation where both are known. */
function compare(curve: Curve, level: Curve, lag: number): number {
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
