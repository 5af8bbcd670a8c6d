import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type PriceFile, type PriceList, priceFileSchema } from '#billing';
import type { Settings } from '../settings/index.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'layers', 'billing', 'prices');

/** A deployment's price list, which is its region's or a custom file. */
export type PriceChoice = Partial<Pick<Settings, 'region' | 'prices'>>;

const DEFAULT_REGION = 'us-east-1';
const DAY = 86_400_000;

/** Returns the path of a region's list prices, even if the file does not exist. */
export const priceFileOf = (region: string): string => join(FOLDER, `${region}.json`);

/** Regions with list prices. */
export const pricedRegions = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** Returns the command that downloads a region's list prices. */
export const refreshCommand = (region: string): string => `npm run prices:refresh -- --region ${region}`;

/** Reads a deployment's invocation prices. @throws Error like readPriceFile */
export function readPrices(choice: PriceChoice = {}): PriceList {
  const { region, version, prices } = readPriceFile(choice);
  return { region, version, prices };
}

/**
 * Reads a deployment's price file, which is a custom one, such as negotiated prices, or the region's list prices.
 * @throws Error that names the file and each missing or invalid price, or the command that downloads the region's prices
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
 * Describes the age of the prices on one line. Old prices are never rejected, because they may not have changed.
 * @param now Unix time, in ms
 */
export function describePrices({ region, version }: Pick<PriceFile, 'region' | 'version'>, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(`${version}T00:00:00Z`)) / DAY));
  return `Prices for ${region} from ${version}, ${days} days ago. To update them: ${refreshCommand(region)}`;
}
