import * as v from 'valibot';
import { dollars, priceListSchema } from './prices.ts';
import { type IdleCostResource, STANDING_NAMES } from './standing.ts';

/** Schema of the price file for a region: the price list that functions use, plus information for people. */
export const priceFileSchema = v.strictObject({
  ...priceListSchema.entries,
  /** Publication times of AWS offer files by service code, in ISO 8601 format (UTC). */
  published: v.optional(v.record(v.string(), v.pipe(v.string(), v.isoTimestamp('a time, such as 2026-11-01T00:00:00Z')))),
  /** Prices for fixed monthly costs; see `STANDING`. Items without a price are left out of the cost of an idle month. */
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
