import { quantile } from './student.ts';

/** What a quantity grows with: the job itself, what is said or drawn of it by the second, and what is drawn by its pixels. */
export type Drivers = readonly [job: number, seconds: number, pixels: number];

/**
 * A sum `y = a·1 + b·seconds + c·pixels` that is learned from few or many examples: Bayesian linear regression (Bishop, "Pattern
 * Recognition and Machine Learning", 3.3 and 3.5). Examples are scaled by what the prior expects of them, so that a job ten times as
 * long may be off by ten times as much. How far the parts may be from the prior does not shrink with the noise of what was seen:
 * many films of one size tell little of another size, however alike they are.
 */
export type Prior = Drivers;

/** Sums over examples, which are kept of them. f are the parts of what was expected, z is what was seen; both over what was expected. */
export interface Moments {
  /** How many there are. */
  count: number;
  /** Σz². */
  squares: number;
  /** Σf·z of each part. */
  toward: [number, number, number];
  /** Σf·f of each pair of parts: 1·1, 1·2, 1·3, 2·2, 2·3, 3·3. */
  products: [number, number, number, number, number, number];
  /** See `sizeOf`. */
  sizes: number;
}

export const NO_MOMENTS: Moments = {
  count: 0,
  squares: 0,
  toward: [0, 0, 0],
  products: [0, 0, 0, 0, 0, 0],
  sizes: 0,
};

/**
 * Standard deviation of the power that pixels count with, about 1: what is drawn is not the whole picture, and the larger it is, the
 * coarser. A film of 1920 by 1080 was seen to cost as much as one of 1280 by 720, and twice as much.
 */
const POWER_DOUBT = 0.3;

/** How large the pictures are, as a logarithm; 0 where nothing is drawn. */
const sizeOf = ([, seconds, pixels]: Drivers): number => (pixels > 0 && seconds > 0 ? Math.log(pixels / seconds) : 0);

/** Variance of each part before anything is seen; each is 1 after scaling. A deployment may be half or twice as fast as another, and a part may cost next to nothing. */
const PART_VARIANCE = 1;

/** Shape and scale of the noise's prior: a relative error of about two fifths, worth four examples. */
const NOISE_WEIGHT = 4;
const NOISE_VARIANCE = 0.175;

/** Rounds in which noise and parts are fitted to one another; four would do. */
const ROUNDS = 10;

const PARTS = [0, 1, 2] as const;
const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

/** How much of what is expected each part makes up, and the whole of it. */
function sharesOf(prior: Prior, drivers: Drivers): { shares: number[]; whole: number } {
  const whole = dot(prior, drivers);
  return { shares: PARTS.map((part) => (prior[part] * drivers[part]) / whole), whole };
}

/** The moments of one example. */
export function momentsOf(prior: Prior, drivers: Drivers, y: number): Moments {
  const { shares, whole } = sharesOf(prior, drivers);
  const [f, g, h] = shares as [number, number, number];
  const z = y / whole;
  return {
    count: 1,
    squares: z * z,
    toward: [f * z, g * z, h * z],
    products: [f * f, f * g, f * h, g * g, g * h, h * h],
    sizes: sizeOf(drivers),
  };
}

export const addMoments = (one: Moments, other: Moments): Moments => ({
  count: one.count + other.count,
  squares: one.squares + other.squares,
  toward: addEach(one.toward, other.toward),
  products: addEach(one.products, other.products),
  sizes: one.sizes + other.sizes,
});

const addEach = <T extends readonly number[]>(one: T, other: T): T =>
  one.map((value, index) => value + (other[index] ?? 0)) as unknown as T;

/** An expectation with the bounds that the truth lies in with the probability `CONFIDENCE`. */
export interface Expectation {
  expected: number;
  low: number;
  high: number;
}

/** How likely the truth is to lie within the bounds. */
export const CONFIDENCE = 0.9;

/**
 * What is to be expected of a job.
 *
 * @param spread by how much the drivers are off together when they are off by a standard deviation, where they are guesses themselves
 */
export function predict(prior: Prior, moments: Moments, drivers: Drivers, spread: Drivers = [0, 0, 0]): Expectation {
  const { shares, whole: usual } = sharesOf(prior, drivers);
  const level = levelOf(moments);
  const whole = usual * level;
  const { parts, covariance, noise, freedom } = fitParts(scale(moments, 1 / level));
  const mean = Math.max(0, dot(shares, parts));
  const own = dot(
    shares,
    covariance.map((row) => dot(row, shares)),
  );
  const guessed =
    dot(
      spread,
      PARTS.map((part) => (parts[part] ?? 0) * prior[part]),
    ) / usual;
  const { count, sizes } = moments;
  const away = count > 0 ? sizeOf(drivers) - sizes / count : 0;
  const doubt = POWER_DOUBT * away * (shares[2] ?? 0) * (parts[2] ?? 0);
  const reach = quantile(freedom) * Math.sqrt(noise + own + guessed ** 2 + doubt ** 2);
  // On a logarithmic scale, so that nothing costs less than nothing.
  const factor = Math.exp(reach / Math.max(mean, reach / 3));
  return { expected: mean * whole, low: (mean / factor) * whole, high: mean * factor * whole };
}

/** Examples that the prior's own level counts as. */
const LEVEL_WEIGHT = 1;

/**
 * How many times what the prior expects the examples come to. A machine may be ten times as slow as the one that the priors were
 * measured on, which is no noise: parts and noise are looked for at the level of the examples. The parts of an example make up 1, so
 * their sums with it are the sum of the examples.
 */
function levelOf({ count, toward: [f, g, h] }: Moments): number {
  return (f + g + h + LEVEL_WEIGHT) / (count + LEVEL_WEIGHT);
}

/** The moments of the same examples, each so many times as large. */
function scale(moments: Moments, factor: number): Moments {
  const { squares, toward } = moments;
  const [f, g, h] = toward;
  return { ...moments, squares: squares * factor ** 2, toward: [f * factor, g * factor, h * factor] };
}

/** The parts that the examples speak for, how sure they are, and the variance of what is left, with its degrees of freedom. */
function fitParts({ count, squares, toward, products: [ff, fg, fh, gg, gh, hh] }: Moments) {
  const matrix = [
    [ff, fg, fh],
    [fg, gg, gh],
    [fh, gh, hh],
  ];
  let noise = NOISE_VARIANCE;
  for (let round = 1; ; round += 1) {
    const precision = matrix.map((row, i) => row.map((value, j) => value / noise + (i === j ? 1 / PART_VARIANCE : 0)));
    const covariance = invert(precision);
    const pull = toward.map((value) => value / noise + 1 / PART_VARIANCE);
    const parts = covariance.map((row) => dot(row, pull));
    // Parts that the examples determine: so many of them say nothing of the noise.
    const determined = PARTS.reduce<number>((sum, i) => sum + 1 - (covariance[i]?.[i] ?? 0) / PART_VARIANCE, 0);
    const freedom = NOISE_WEIGHT + Math.max(0, count - determined);
    if (round === ROUNDS) return { parts, covariance, noise, freedom };
    const left =
      squares -
      2 * dot(parts, toward) +
      dot(
        parts,
        matrix.map((row) => dot(row, parts)),
      );
    noise = (NOISE_WEIGHT * NOISE_VARIANCE + Math.max(0, left)) / freedom;
  }
}

/** The inverse of a symmetric matrix of three rows that is positive definite. */
function invert(matrix: readonly (readonly number[])[]): number[][] {
  const [[a = 1, b = 0, c = 0] = [], [, d = 1, e = 0] = [], [, , f = 1] = []] = matrix;
  const [A, B, C] = [d * f - e * e, c * e - b * f, b * e - c * d];
  const determinant = a * A + b * B + c * C;
  return [
    [A, B, C],
    [B, a * f - c * c, b * c - a * e],
    [C, b * c - a * e, a * d - b * b],
  ].map((row) => row.map((value) => value / determinant));
}
