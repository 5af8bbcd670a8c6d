import * as v from 'valibot';
import { RESOURCE_NAMES, type ResourceName } from '#aws/usage';
import { parseDecimal } from '../money.ts';

/** A price in dollars: a decimal number as a string, with up to twelve decimal places. */
export const dollars = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}(\.\d{1,12})?$/, 'a price in dollars as a decimal number in quotes, such as "0.0000133334"'),
);

/** Schema of a price list. */
export const priceListSchema = v.strictObject({
  /** The AWS region that the prices are for. */
  region: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region, such as us-east-1')),
  /** Date of the prices, which is recorded in ledger rows. */
  version: v.pipe(v.string(), v.isoDate('a date, such as 2026-11-01')),
  prices: v.strictObject({
    ...(Object.fromEntries(RESOURCE_NAMES.map((name) => [name, dollars])) as Record<ResourceName, typeof dollars>),
    /** Not available in every region. The default is the list price (Polly pricing page). */
    'polly.generative': v.optional(dollars, '0.00003'),
    /** Price of the deployment's GPU instance, if it has one. */
    'gpu.instance': v.optional(dollars),
  }),
});

/** Prices of one region on one day, in dollars per unit. */
export type PriceList = v.InferOutput<typeof priceListSchema>;

/** The price of a resource, in pico-dollars per unit. */
export const unitPrice = ({ prices }: PriceList, resource: ResourceName): number => Number(parseDecimal(prices[resource] ?? '0'));
