import * as v from 'valibot';

/**
 * Histogram of `measured / expected` (from the prior): number of jobs per bucket. Bucket `n` is centered on `STEP ** n`, so medians are
 * accurate to 2.5%, and histograms for several days can simply be added.
 */
export type Ratios = Readonly<Record<string, number>>;

export const ratiosSchema = v.record(v.pipe(v.string(), v.regex(/^-?\d{1,3}$/)), v.pipe(v.number(), v.integer(), v.minValue(1)));

/** Ratio between neighboring buckets. */
const STEP = 1.05;

/** Ratios are clamped to the range from 1/1,000 to 1,000. */
const MAX_BUCKET = Math.round(Math.log(1000) / Math.log(STEP));

/**
 * Factors by which cost, time, and speech rate may differ from the expected values in the absence of measurements. Time depends on cold
 * starts and on other load (docs/decisions/0030-estimates.md).
 */
export const ASSUMED_COST_FACTOR = 1.55;
export const ASSUMED_TIME_FACTOR = 2.9;
export const ASSUMED_PACE_FACTOR = 1.3;

/** Ratios to assume in the absence of measurements, with the combined weight of one job. */
const assumedRatios = (factor: number): number[] => [-1, -0.5, 0, 0.5, 1].map((power) => factor ** power);

/** Tolerance for rounding errors in weights. */
const ROUNDING = 1e-9;

/** Probability that the value for a job is between `low` and `high`. */
export const CONFIDENCE = 0.9;

/** An expected value, and the interval that contains `CONFIDENCE` of past jobs. */
export interface Expectation {
  expected: number;
  low: number;
  high: number;
}

const bucketOf = (ratio: number): number => Math.max(-MAX_BUCKET, Math.min(MAX_BUCKET, Math.round(Math.log(ratio) / Math.log(STEP))));

/** Adds a measurement. @param expected value from the prior, above 0 */
export function addRatio(ratios: Ratios, measured: number, expected: number): Ratios {
  const bucket = bucketOf(measured / expected);
  return { ...ratios, [bucket]: (ratios[bucket] ?? 0) + 1 };
}

export function mergeRatios(one: Ratios, other: Ratios): Ratios {
  const merged: Record<string, number> = { ...one };
  for (const [bucket, count] of Object.entries(other)) merged[bucket] = (merged[bucket] ?? 0) + count;
  return merged;
}

/** Number of jobs in a histogram. */
export const countRatios = (ratios: Ratios): number => Object.values(ratios).reduce((sum, count) => sum + count, 0);

/**
 * Returns the median ratio, and the outer edges of the buckets that contain the 5% and 95% quantiles.
 * @param factor without jobs, the interval is `1 / factor` to `factor`
 */
export function summarizeRatios(ratios: Ratios, factor: number): Expectation {
  const assumed = assumedRatios(factor);
  const weights = new Map(assumed.map((ratio) => [bucketOf(ratio), 1 / assumed.length]));
  for (const [bucket, count] of Object.entries(ratios)) {
    weights.set(Number(bucket), (weights.get(Number(bucket)) ?? 0) + count);
  }
  const sorted = [...weights].sort(([a], [b]) => a - b);
  const total = countRatios(ratios) + 1;
  const quantile = (share: number): number => {
    let remaining = share * total;
    for (const [bucket, weight] of sorted) {
      remaining -= weight;
      if (remaining <= ROUNDING) return bucket;
    }
    return MAX_BUCKET;
  };
  const [low, middle, high] = [(1 - CONFIDENCE) / 2, 0.5, (1 + CONFIDENCE) / 2].map(quantile) as [number, number, number];
  return { expected: STEP ** middle, low: STEP ** (low - 0.5), high: STEP ** (high + 0.5) };
}
