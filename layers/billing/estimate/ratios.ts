import * as v from 'valibot';

/**
 * How measured values compare with what the prior expects: the number of jobs by bucket of `measured / expected`. Bucket `n` holds
 * ratios around `STEP ** n`, so a median read from it is at most 2.5 % off, and buckets of several days are simply added.
 */
export type Ratios = Readonly<Record<string, number>>;

export const ratiosSchema = v.record(
  v.pipe(v.string(), v.regex(/^-?\d{1,3}$/)),
  v.pipe(v.number(), v.integer(), v.minValue(1)),
);

/** Width of a bucket. */
const STEP = 1.05;

/** Ratios beyond 1,000 and 1/1,000 count as these: a job that took no measurable time is still an example. */
const MAX_BUCKET = Math.round(Math.log(1000) / Math.log(STEP));

/**
 * What is assumed before anything is measured, together as much as one job: a deployment may be four times as fast or as slow as
 * the machine that the priors were measured on. Within some ten jobs its own measurements outweigh this.
 */
const ASSUMED_RATIOS = [1 / 4, 1 / 2, 1, 2, 4];
const ASSUMED_WEIGHT = 1 / ASSUMED_RATIOS.length;

/** Weights are sums of fifths: so much may be rounding. */
const ROUNDING = 1e-9;

/** Share of jobs between `low` and `high`. */
export const CONFIDENCE = 0.9;

/** An expected value, and the bounds that hold `CONFIDENCE` of the jobs seen. */
export interface Expectation {
  expected: number;
  low: number;
  high: number;
}

const bucketOf = (ratio: number): number =>
  Math.max(-MAX_BUCKET, Math.min(MAX_BUCKET, Math.round(Math.log(ratio) / Math.log(STEP))));

/** Adds one measurement. @param expected what the prior expects, above 0 */
export function addRatio(ratios: Ratios, measured: number, expected: number): Ratios {
  const bucket = bucketOf(measured / expected);
  return { ...ratios, [bucket]: (ratios[bucket] ?? 0) + 1 };
}

export function mergeRatios(one: Ratios, other: Ratios): Ratios {
  const merged: Record<string, number> = { ...one };
  for (const [bucket, count] of Object.entries(other)) merged[bucket] = (merged[bucket] ?? 0) + count;
  return merged;
}

/** How many jobs were measured. */
export const countRatios = (ratios: Ratios): number => Object.values(ratios).reduce((sum, count) => sum + count, 0);

/** The median ratio, which an outlier does not move, and the 5 % and 95 % quantiles. Without jobs: 1, 1/4 and 4. */
export function summarizeRatios(ratios: Ratios): Expectation {
  const weights = new Map(ASSUMED_RATIOS.map((ratio) => [bucketOf(ratio), ASSUMED_WEIGHT]));
  for (const [bucket, count] of Object.entries(ratios)) {
    weights.set(Number(bucket), (weights.get(Number(bucket)) ?? 0) + count);
  }
  const sorted = [...weights].sort(([a], [b]) => a - b);
  const total = countRatios(ratios) + 1;
  const quantile = (share: number): number => {
    let left = share * total;
    for (const [bucket, weight] of sorted) {
      left -= weight;
      if (left <= ROUNDING) return STEP ** bucket;
    }
    return STEP ** MAX_BUCKET;
  };
  return { expected: quantile(0.5), low: quantile((1 - CONFIDENCE) / 2), high: quantile((1 + CONFIDENCE) / 2) };
}
