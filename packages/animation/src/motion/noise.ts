import { type Curve, GRID_RATE } from './grid.ts';
import { createRandom } from './random.ts';

/** How long the filters settle before the curve starts, in time constants of the slower filter. */
const WARM_UP = 5;

/**
 * Colored noise from two low-pass filters: -12 dB per octave above 1 / (2 pi timeConstant) Hz. A sum of sines would have spectral peaks.
 * @param timeConstant time constant of the slower filter, in s; the faster filter uses a third of it
 * @returns a curve with a mean of about 0 and a standard deviation of about 1
 */
export function coloredNoise(samples: number, timeConstant: number, seed: string): Curve {
  const random = createRandom(seed);
  const [a, b] = [timeConstant, timeConstant / 3].map((seconds) => Math.exp(-1 / (seconds * GRID_RATE))) as [number, number];
  // Output variance of two first-order filters in series, given uniform noise with a variance of 1/3 (geometric series).
  const variance = (((1 - a) * (1 - b)) ** 2 * (1 + a * b)) / (3 * (1 - a * a) * (1 - b * b) * (1 - a * b));
  const scale = 1 / Math.sqrt(variance);
  let [slow, fast] = [0, 0];
  const next = (): number => {
    slow = a * slow + (1 - a) * random.between(-1, 1);
    fast = b * fast + (1 - b) * slow;
    return fast * scale;
  };
  for (let k = 0; k < WARM_UP * timeConstant * GRID_RATE; k++) next();
  return new Float64Array(samples).map(next);
}
