import * as v from 'valibot';
import { type PriceFile, priceFileSchema } from '#billing';
import { listPrice, type Offer, productsOf } from './offer.ts';
import { CHARGED, CHARGED_WHERE_OFFERED, describePriceQuery, fits, KEPT, type PriceQuery } from './products.ts';

/**
 * Maximum factor between prices in two regions. Prices in AWS regions differ by a factor of less than 3. A larger difference means a
 * different unit, such as 10,000 requests.
 */
const MAX_PRICE_FACTOR = 10;

/** The price file for a region, and the prices that are missing from it. */
export interface Refreshed {
  file: PriceFile;
  /** Missing prices for fixed monthly costs, each with the product that was searched for. */
  missing: string[];
}

/**
 * Creates the price file for a region from AWS offer files.
 * @param offers offer files by service code
 * @param version today's date, as YYYY-MM-DD
 * @param reference prices in another region; a tenfold difference means a different unit
 * @throws Error that names every missing invocation price, the product that was searched for, and the number of products searched
 */
export function refreshPrices(region: string, offers: ReadonlyMap<string, Offer>, version: string, reference: PriceFile): Refreshed {
  const charged = collect(CHARGED, region, offers, reference.prices);
  if (charged.faults.length > 0) throw new Error(`Could not create a price file for ${region}:\n- ${charged.faults.join('\n- ')}`);
  const offered = collect(CHARGED_WHERE_OFFERED, region, offers, reference.prices);
  const kept = collect(KEPT, region, offers, reference.standing ?? {});
  const published = Object.fromEntries([...offers].map(([service, { publicationDate }]) => [service, publicationDate]));
  const file = { region, version, published, prices: { ...charged.found, ...offered.found }, standing: kept.found };
  const result = v.safeParse(priceFileSchema, file);
  if (result.success) return { file: result.output, missing: kept.faults };
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new Error(`Could not create a price file for ${region}:\n- ${faults.join('\n- ')}`);
}

function collect<Name extends string>(
  wanted: Readonly<Partial<Record<Name, PriceQuery>>>,
  region: string,
  offers: ReadonlyMap<string, Offer>,
  reference: Readonly<Partial<Record<Name, string | undefined>>>,
) {
  const found: Partial<Record<Name, string>> = {};
  const faults: string[] = [];
  for (const [name, one] of Object.entries(wanted) as [Name, PriceQuery][]) {
    try {
      found[name] = plausible(priceOf(one, region, offers), reference[name]);
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return { found, faults };
}

function priceOf(wanted: PriceQuery, region: string, offers: ReadonlyMap<string, Offer>): string {
  const offer = offers.get(wanted.service);
  if (!offer) throw new Error(`the offer file for ${wanted.service} is missing`);
  const products = productsOf(offer);
  const candidates = products.filter((product) => fits(wanted, region, product));
  const sought = `${wanted.service}, ${describePriceQuery(wanted)}, region ${region}: ${candidates.length} of ${products.length} products match`;
  const priced = candidates.flatMap(({ sku }) => listPrice(offer, sku) ?? []);
  const prices = [...new Set(priced)];
  if (prices.length === 1) return prices[0]!;
  const skus = candidates.map(({ sku }) => sku).join(', ');
  if (candidates.length === 0) throw new Error(sought);
  if (prices.length === 0) throw new Error(`${sought} (${skus}), without a price in dollars`);
  throw new Error(`${sought} (${skus}), at different prices: ${prices.join(', ')}`);
}

function plausible(price: string, reference: string | undefined): string {
  const times = Number(price) / Number(reference ?? price);
  if (Number(price) === 0 || (times <= MAX_PRICE_FACTOR && times >= 1 / MAX_PRICE_FACTOR)) return price;
  throw new Error(`${price} is ${times.toPrecision(3)} times the other region's ${reference}; AWS may have changed the unit`);
}
