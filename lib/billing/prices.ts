import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type PriceFile, type PriceList, priceFileSchema } from '#billing';
import type { Settings } from '../settings/index.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'layers', 'billing', 'prices');

/** Selects the price list for a deployment: the list prices for its region, or a custom file. */
export type PriceChoice = Partial<Pick<Settings, 'region' | 'prices'>>;

const DEFAULT_REGION = 'us-east-1';
const DAY = 86_400_000;

/** Returns the path of the list prices for a region, even if the file does not exist. */
export const priceFileOf = (region: string): string => join(FOLDER, `${region}.json`);

/** Regions with list prices. */
export const pricedRegions = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** Returns the command that downloads the list prices for a region. */
export const refreshCommand = (region: string): string => `npm run prices:refresh -- --region ${region}`;

/** Reads the prices for invocations in a deployment. @throws Error like readPriceFile */
export function readPrices(choice: PriceChoice = {}): PriceList {
  const { region, version, prices } = readPriceFile(choice);
  return { region, version, prices };
}

/**
 * Reads the price file for a deployment: a custom one, for example with negotiated prices, or the list prices for the region.
 * @throws Error that names the file and each missing or invalid price, or the command that downloads prices for the region
 */
export function readPriceFile({ region = DEFAULT_REGION, prices }: PriceChoice = {}): PriceFile {
  const path = prices ?? priceFileOf(region);
  if (prices === undefined && !existsSync(path)) {
    throw new Error(
      `List prices are missing for ${region}; available regions: ${pricedRegions().join(', ')}. To download them: ${refreshCommand(region)}`,
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
  throw new Error(`The price file ${path} is invalid: ${faults.join('; ')}`);
}

/**
 * Describes the age of the prices in one line. Old prices are never rejected because they may still be correct.
 * @param now in ms since 1970
 */
export function describePrices({ region, version }: Pick<PriceFile, 'region' | 'version'>, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(`${version}T00:00:00Z`)) / DAY));
  return `Prices for ${region} from ${version}, ${days} days ago. To update them: ${refreshCommand(region)}`;
}
