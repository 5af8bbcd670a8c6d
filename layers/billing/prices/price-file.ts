import * as v from 'valibot';
import { dollars, priceListSchema } from './prices.ts';
import { STANDING_NAMES, type StandingName } from './standing.ts';

/**
 * A region's file of prices: the list that invocations are charged with, and beside it what only people read. The functions are
 * given the list alone.
 */
export const priceFileSchema = v.strictObject({
  ...priceListSchema.entries,
  /** By AWS's service code, when AWS published the offer file that the prices were read from (ISO 8601, UTC). */
  published: v.optional(
    v.record(v.string(), v.pipe(v.string(), v.isoTimestamp('a time, such as 2026-11-01T00:00:00Z'))),
  ),
  /** Prices of what stands still. One that is missing is missing from the cost of an idle month too. */
  standing: v.optional(
    v.strictObject(
      Object.fromEntries(STANDING_NAMES.map((name) => [name, v.optional(dollars)])) as Record<
        StandingName,
        v.OptionalSchema<typeof dollars, undefined>
      >,
    ),
  ),
});

export type PriceFile = v.InferOutput<typeof priceFileSchema>;
