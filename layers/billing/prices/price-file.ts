import * as v from 'valibot';
import { dollars, priceListSchema } from './prices.ts';
import { type IdleCostResource, STANDING_NAMES } from './standing.ts';

/** Schema of a region's price file: the price list that functions use, and information for people. */
export const priceFileSchema = v.strictObject({
  ...priceListSchema.entries,
  /** Publication times of AWS offer files by service code, ISO 8601 in UTC. */
  published: v.optional(v.record(v.string(), v.pipe(v.string(), v.isoTimestamp('a time, such as 2026-11-01T00:00:00Z')))),
  /** Prices of monthly costs; see `STANDING`. The cost of an idle month excludes missing prices. */
  standing: v.optional(
    v.strictObject(
      Object.fromEntries(STANDING_NAMES.map((name) => [name, v.optional(dollars)])) as Record<
        IdleCostResource,
        v.OptionalSchema<typeof dollars, undefined>
      >,
    ),
  ),
});

export type PriceFile = v.InferOutput<typeof priceFileSchema>;
