import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type PriceFile, type PriceList, priceFileSchema } from '#billing';
import type { Settings } from '../settings/index.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'layers', 'billing', 'prices');

/** Price list of a deployment: its region's, or a custom file. */
export type PriceChoice = Partial<Pick<Settings, 'region' | 'prices'>>;

const DEFAULT_REGION = 'us-east-1';
const DAY = 86_400_000;

/** Path of a region's list prices, even if the file does not exist. */
export const priceFileOf = (region: string): string => join(FOLDER, `${region}.json`);

/** Regions with list prices. */
export const pricedRegions = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** Command that gets a region's list prices. */
export const refreshCommand = (region: string): string => `npm run prices:refresh -- --region ${region}`;

/** Reads a deployment's prices of invocations. @throws Error as readPriceFile */
export function readPrices(choice: PriceChoice = {}): PriceList {
  const { region, version, prices } = readPriceFile(choice);
  return { region, version, prices };
}

/**
 * Reads a deployment's price file: a custom one, such as negotiated prices, or the region's list prices.
 * @throws Error that names the file and each missing or invalid price, or the command that gets the region's prices
 */
export function readPriceFile({ region = DEFAULT_REGION, prices }: PriceChoice = {}): PriceFile {
  const path = prices ?? priceFileOf(region);
  if (prices === undefined && !existsSync(path)) {
    throw new Error(
      `There are no list prices for the region ${region}, only for ${pricedRegions().join(', ')}. Get them with: ${refreshCommand(region)}`,
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`The price file ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(priceFileSchema, content);
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new Error(`The price file ${path} is wrong: ${faults.join('; ')}`);
}

/** The age of the prices on one line. Old prices are never refused: they may not have changed. @param now ms since 1970 */
export function describePrices({ region, version }: Pick<PriceFile, 'region' | 'version'>, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(`${version}T00:00:00Z`)) / DAY));
  return `Prices of ${region}, looked up on ${version}, ${days} days ago. To renew them: ${refreshCommand(region)}`;
}
