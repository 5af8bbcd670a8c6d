import * as v from 'valibot';

const atLeastNone = v.pipe(v.number(), v.minValue(0));

/** An expected value, and the interval that contains the actual value with probability `confidence`. */
const rangeSchema = v.strictObject({ expected: atLeastNone, low: atLeastNone, high: atLeastNone });

/** Response body of `POST /lipsync/estimate`. */
export const estimateSchema = v.strictObject({
  /** Cost of the job to the service, in dollars. */
  cost: v.strictObject({ currency: v.literal('USD'), ...rangeSchema.entries }),
  /** Time from the start of the job to its end, in seconds, excluding time in the queue. */
  seconds: rangeSchema,
  duration: rangeSchema,
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Number of past jobs of this kind. If there are few, the interval is wide. */
  jobs: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type EstimateView = v.InferOutput<typeof estimateSchema>;

type Range = v.InferOutput<typeof rangeSchema>;

/** Decimal places for dollars and seconds. */
const DECIMALS = { dollars: 9, seconds: 2 } as const;

/** Formats an estimate, with `cost` in dollars, and `took` (processing time) and `speech` (duration of the result) in seconds. */
export const toEstimateView = (estimate: { cost: Range; took: Range; speech: Range; confidence: number; jobs: number }): EstimateView => ({
  cost: { currency: 'USD', ...round(estimate.cost, DECIMALS.dollars) },
  seconds: round(estimate.took, DECIMALS.seconds),
  duration: round(estimate.speech, DECIMALS.seconds),
  confidence: estimate.confidence,
  jobs: estimate.jobs,
});

const round = ({ expected, low, high }: Range, places: number): Range => ({
  expected: Number(expected.toFixed(places)),
  low: Number(low.toFixed(places)),
  high: Number(high.toFixed(places)),
});
