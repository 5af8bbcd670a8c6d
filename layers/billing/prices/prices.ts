import * as v from 'valibot';
import { RESOURCE_NAMES, type ResourceName } from '../../aws/usage/resources.ts';
import { parseDecimal } from '../money.ts';

/** A price in dollars as it is published: a decimal number as text, of at most twelve places. */
export const dollars = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(\.\d{1,12})?$/, 'a price in dollars as a decimal number in quotes, such as "0.0000133334"'),
);

export const priceListSchema = v.strictObject({
  /** The region whose list prices these are. */
  region: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, such as us-east-1')),
  /** The day on which they were looked up; rows name it. */
  version: v.pipe(v.string(), v.isoDate('a date, such as 2026-11-01')),
  prices: v.strictObject({
    ...(Object.fromEntries(RESOURCE_NAMES.map((name) => [name, dollars])) as Record<ResourceName, typeof dollars>),
    /** Of the type of instance that a deployment has, if any: a list for all deployments need not say it. */
    'gpu.instance': v.optional(dollars),
  }),
});

/** Unit prices of one day in one region, dollars a unit. */
export type PriceList = v.InferOutput<typeof priceListSchema>;

/** Pico-dollars a unit, exact. */
export const unitPrice = ({ prices }: PriceList, resource: ResourceName): number =>
  Number(parseDecimal(prices[resource] ?? '0'));
