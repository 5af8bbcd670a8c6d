import * as v from 'valibot';

/**
 * The AWS price list, as published per service and region ("Reading the service price list file for an AWS service", Billing user guide).
 */

const offerSchema = v.object({
  offerCode: v.string(),
  publicationDate: v.pipe(v.string(), v.isoTimestamp()),
  products: v.record(v.string(), v.unknown()),
  terms: v.object({ OnDemand: v.optional(v.record(v.string(), v.unknown()), {}) }),
});

const productSchema = v.object({
  productFamily: v.optional(v.string(), ''),
  attributes: v.record(v.string(), v.string()),
});

const termsSchema = v.record(
  v.string(),
  v.object({
    effectiveDate: v.optional(v.string(), ''),
    priceDimensions: v.record(
      v.string(),
      v.object({
        unit: v.optional(v.string(), ''),
        beginRange: v.optional(v.string(), '0'),
        pricePerUnit: v.record(v.string(), v.string()),
      }),
    ),
  }),
);

export type Offer = v.InferOutput<typeof offerSchema>;

export interface Product extends v.InferOutput<typeof productSchema> {
  sku: string;
}

/** Parses an offer file. @param service the expected service code @throws Error that describes the problem */
export function parseOffer(service: string, text: string): Offer {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The offer file for ${service} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(offerSchema, content);
  if (!result.success) {
    const [issue] = result.issues;
    throw new Error(`The offer file for ${service} is invalid at ${v.getDotPath(issue) ?? 'its top'}: ${issue.message}`);
  }
  if (result.output.offerCode !== service) throw new Error(`The offer file for ${service} belongs to ${result.output.offerCode}`);
  return result.output;
}

/** Returns the products in an offer. Entries in any other format are not for sale to customers. */
export function productsOf(offer: Offer): Product[] {
  return Object.entries(offer.products).flatMap(([sku, product]) => {
    const result = v.safeParse(productSchema, product);
    return result.success ? [{ sku, ...result.output }] : [];
  });
}

/**
 * Returns the on-demand list price of a product, which is the price of its first tier that is not free. The free tier is per account, so it
 * cannot be attributed to jobs. A product that is free in every tier costs 0.
 * @returns dollars per unit as a decimal without trailing zeros, or undefined if there is no price in dollars
 */
export function listPrice(offer: Offer, sku: string): string | undefined {
  const terms = v.safeParse(termsSchema, offer.terms.OnDemand[sku]);
  if (!terms.success) return undefined;
  const inForce = Object.values(terms.output)
    .filter(({ effectiveDate }) => effectiveDate <= offer.publicationDate)
    .sort((a, b) => (a.effectiveDate < b.effectiveDate ? 1 : -1));
  const tiers = Object.values(inForce[0]?.priceDimensions ?? {})
    .sort((a, b) => Number(a.beginRange) - Number(b.beginRange))
    .flatMap(({ pricePerUnit: { USD } }) => (USD === undefined ? [] : [plainDecimal(USD)]));
  return tiers.find((price) => price !== '0') ?? tiers[0];
}

/** Formats a decimal as plain text: `0.0000004000` and `4.0E-7` become `0.0000004`. @throws Error for anything but a number of 0 or more */
export function plainDecimal(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${JSON.stringify(text)} is not a price`);
  const point = whole.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(point, '0');
  const places = Math.max(0, point);
  const left = digits.slice(0, places).replace(/^0+(?=\d)/, '') || '0';
  const right = digits.slice(places).replace(/0+$/, '');
  return right ? `${left}.${right}` : left;
}
