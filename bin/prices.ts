import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { NEEDED_SERVICES, type Offer, OPTIONAL_SERVICES, parseOffer, refreshPrices } from '../lib/billing/offers/index.ts';
import { pricedRegions, priceFileOf, readPriceFile } from '../lib/billing/prices.ts';
import { readTool } from './tool.ts';

/** `npm run prices:refresh`: writes the list prices for a region, taken from the public AWS price list. */

const USAGE = `npm run prices:refresh -- --region REGION [--from FOLDER] [--out FILE]

  --region REGION   the region, such as eu-central-1
  --from FOLDER     read the offer files SERVICE.json from a folder instead of downloading them
  --out FILE        the file to write (default: layers/billing/prices/REGION.json)`;

/** Download timeout for an offer file, in ms. The largest one, for data transfer, is tens of megabytes. */
const TIMEOUT = 120_000;
const ATTEMPTS = 2;

/** Hint about other sources of prices. */
const ELSEWHERE = `Only AWS publishes prices, and this project only includes those of ${pricedRegions().join(', ')}. Download the offer files on a machine with access to AWS and pass --from FOLDER (an empty folder lists them), or deploy with -c prices=FILE, your own price file. Nothing was written.`;

const { values, refuse } = readTool(USAGE, {
  region: { type: 'string' },
  from: { type: 'string' },
  out: { type: 'string' },
});
const { region = '', from } = values;
if (!v.is(v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]+)+-\d$/)), region))
  refuse(`--region must be a region such as eu-central-1, got ${JSON.stringify(region)}`);

const urlOf = (service: string): string =>
  `https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/${service}/current/${region}/index.json`;

try {
  const { offers, absent } = from === undefined ? await fetchOffers() : readOffers(from);
  const today = new Date().toISOString().slice(0, 10);
  const { file, missing } = refreshPrices(region, offers, today, readPriceFile());
  const path = values.out ?? priceFileOf(region);
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
  for (const fault of [...absent, ...missing]) console.error(`Not included in the cost of an idle month: ${fault}`);
  console.log(`Wrote ${path}: ${Object.keys(file.prices).length} prices for ${region}, version ${today}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

interface Offers {
  offers: Map<string, Offer>;
  /** Optional services whose offer files were not found. */
  absent: string[];
}

function readOffers(folder: string): Offers {
  const path = (service: string) => join(folder, `${service}.json`);
  const missing = NEEDED_SERVICES.filter((service) => !existsSync(path(service)));
  if (missing.length > 0) {
    const lines = missing.map((service) => `  curl -fsSo ${path(service)} ${urlOf(service)}`);
    throw new Error(`Offer files are missing; download them on a machine with internet access:\n${lines.join('\n')}`);
  }
  const services = [...NEEDED_SERVICES, ...OPTIONAL_SERVICES];
  const present = services.filter((service) => existsSync(path(service)));
  return {
    offers: new Map(present.map((service) => [service, parseOffer(service, readFileSync(path(service), 'utf8'))])),
    absent: services.filter((service) => !present.includes(service)).map((service) => `${path(service)}, from ${urlOf(service)}`),
  };
}

async function fetchOffers(): Promise<Offers> {
  const offers = new Map<string, Offer>();
  const absent: string[] = [];
  for (const service of [...NEEDED_SERVICES, ...OPTIONAL_SERVICES]) {
    try {
      offers.set(service, parseOffer(service, await fetchText(urlOf(service))));
    } catch (error) {
      if (NEEDED_SERVICES.includes(service)) throw error;
      absent.push((error as Error).message);
    }
  }
  return { offers, absent };
}

async function fetchText(url: string, attempt = 1): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    if (response.ok) return await response.text();
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    if (attempt < ATTEMPTS) return fetchText(url, attempt + 1);
    const reason = (cause as Error & { cause?: Error }).cause?.message ?? (cause as Error).message;
    throw new Error(`Could not download ${url}: ${reason}. ${ELSEWHERE}`, {
      cause,
    });
  }
}
