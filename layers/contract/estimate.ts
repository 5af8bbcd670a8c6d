import * as v from 'valibot';

const atLeastNone = v.pipe(v.number(), v.minValue(0));

/** What is expected, and the bounds that the truth lies in as often as `confidence` says. */
const rangeSchema = v.strictObject({ expected: atLeastNone, low: atLeastNone, high: atLeastNone });

/** What `POST /lipsync/estimate` answers. */
export const estimateSchema = v.strictObject({
  /** What the job will cost the service, dollars. */
  cost: v.strictObject({ currency: v.literal('USD'), ...rangeSchema.entries }),
  /** Seconds from the beginning of the job to its end; waiting for a free place comes before. */
  seconds: rangeSchema,
  /** Seconds of the result. */
  duration: rangeSchema,
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Jobs of this kind that the estimate was learned from; with few of them the bounds are wide. */
  jobs: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type EstimateView = v.InferOutput<typeof estimateSchema>;

type Range = v.InferOutput<typeof rangeSchema>;

/** Places that dollars and seconds are told with. */
const PLACES = { dollars: 9, seconds: 2 } as const;

/** Tells a client of an estimate. */
export const describeEstimate = (estimate: {
  cost: Range;
  took: Range;
  speech: Range;
  confidence: number;
  jobs: number;
}): EstimateView => ({
  cost: { currency: 'USD', ...round(estimate.cost, PLACES.dollars) },
  seconds: round(estimate.took, PLACES.seconds),
  duration: round(estimate.speech, PLACES.seconds),
  confidence: estimate.confidence,
  jobs: estimate.jobs,
});

const round = ({ expected, low, high }: Range, places: number): Range => ({
  expected: Number(expected.toFixed(places)),
  low: Number(low.toFixed(places)),
  high: Number(high.toFixed(places)),
});
