import { quantile } from './student.ts';

/**
 * A straight line `y = a + b x` that is learned from few or many examples: Bayesian linear regression with a
 * normal-inverse-gamma prior (Bishop, "Pattern Recognition and Machine Learning", 3.3). Examples are scaled by what the prior
 * expects of them, so that a job ten times as long may be off by ten times as much.
 */
export interface Prior {
  /** What the line is before anything is learned, in the unit of `y`. */
  base: number;
  slope: number;
}

/** What is kept of examples, whatever their number: n, Σu², Σuw, Σw², Σuz, Σwz, Σz². */
export type Moments = [number, number, number, number, number, number, number];

export const NO_MOMENTS: Moments = [0, 0, 0, 0, 0, 0, 0];

/** Precision of the prior's two parts, each of which is 1 after scaling: a quarter of what one example shows. */
const PRIOR_WEIGHT = 0.25;

/** Shape and scale of the noise's prior: a relative error of about a half, worth two examples. */
const NOISE_SHAPE = 2;
const NOISE_SCALE = 0.35;

/** The moments of one example. */
export function momentsOf({ base, slope }: Prior, x: number, y: number): Moments {
  const expected = base + slope * x;
  const [u, w, z] = [base / expected, (slope * x) / expected, y / expected];
  return [1, u * u, u * w, w * w, u * z, w * z, z * z];
}

export const addMoments = (one: Moments, other: Moments): Moments =>
  one.map((value, index) => value + (other[index] ?? 0)) as Moments;

/** An expectation with the bounds that the truth lies in with the probability `CONFIDENCE`. */
export interface Expectation {
  expected: number;
  low: number;
  high: number;
}

/** How likely the truth is to lie within the bounds. */
export const CONFIDENCE = 0.9;

/**
 * What is to be expected of `x`.
 *
 * @param spread standard deviation of `x` where it is itself a guess
 */
export function predict({ base, slope }: Prior, moments: Moments, x: number, spread = 0): Expectation {
  const [n, uu, uw, ww, uz, wz, zz] = moments;
  // Precision matrix [[p, q], [q, r]] and mean of the two parts.
  const [p, q, r] = [PRIOR_WEIGHT + uu, uw, PRIOR_WEIGHT + ww];
  const [s, t] = [PRIOR_WEIGHT + uz, PRIOR_WEIGHT + wz];
  const determinant = p * r - q * q;
  const [alpha, beta] = [(r * s - q * t) / determinant, (p * t - q * s) / determinant];
  const shape = NOISE_SHAPE + n / 2;
  const scale = NOISE_SCALE + Math.max(0, 2 * PRIOR_WEIGHT + zz - alpha * s - beta * t) / 2;
  const unit = base + slope * x;
  const [u, w] = [base / unit, (slope * x) / unit];
  const mean = Math.max(0, u * alpha + w * beta);
  const leverage = (r * u * u - 2 * q * u * w + p * w * w) / determinant;
  const variance = (scale / shape) * (1 + leverage) + ((beta * slope * spread) / unit) ** 2;
  const reach = quantile(2 * shape) * Math.sqrt(variance);
  // On a logarithmic scale, so that nothing costs less than nothing.
  const factor = Math.exp(reach / Math.max(mean, reach / 3));
  return { expected: mean * unit, low: (mean / factor) * unit, high: mean * factor * unit };
}
