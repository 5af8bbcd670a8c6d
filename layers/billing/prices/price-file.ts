import * as v from 'valibot';
import { dollars, priceListSchema } from './prices.ts';
import { type IdleCostResource, STANDING_NAMES } from './standing.ts';

/** The schema of a price file of a region: the price list that functions use, and information for people. */
export const priceFileSchema = v.strictObject({
  ...priceListSchema.entries,
  /** Publication times of AWS's offer files by service code, ISO 8601 in UTC. */
  published: v.optional(v.record(v.string(), v.pipe(v.string(), v.isoTimestamp('a time, such as 2026-11-01T00:00:00Z')))),
  /** Prices of monthly costs, see `STANDING`. A missing one is missing from the cost of an idle month too. */
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
