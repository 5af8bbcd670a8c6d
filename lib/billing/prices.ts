import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type PriceFile, type PriceList, priceFileSchema } from '#billing';
import type { Settings } from '../settings/index.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'layers', 'billing', 'prices');

/** The price list of a deployment: its region's, or the operator's file. */
export type PriceChoice = Partial<Pick<Settings, 'region' | 'prices'>>;

const DEFAULT_REGION = 'us-east-1';
const DAY = 86_400_000;

/** Path of the file with the list prices of a region, whether it is there or not. */
export const priceFileOf = (region: string): string => join(FOLDER, `${region}.json`);

/** The regions whose list prices are here. */
export const pricedRegions = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

/** The command that gets the list prices of a region. */
export const refreshCommand = (region: string): string => `npm run prices:refresh -- --region ${region}`;

/**
 * Reads the prices that the invocations of a deployment are charged with.
 *
 * @throws Error as readPriceFile
 */
export function readPrices(choice: PriceChoice = {}): PriceList {
  const { region, version, prices } = readPriceFile(choice);
  return { region, version, prices };
}

/**
 * Reads a deployment's price file: one of the operator's own, such as one with negotiated prices, or the list prices of the region.
 *
 * @throws Error that names the file and each price that is missing or wrong, or the command that gets the prices of the region
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

/**
 * One line on how old the prices are. Old prices are never refused: whether they changed since is not known here.
 *
 * @param now milliseconds since 1970
 */
export function describePrices({ region, version }: Pick<PriceFile, 'region' | 'version'>, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(`${version}T00:00:00Z`)) / DAY));
  return `Prices of ${region}, looked up on ${version}, ${days} days ago. To renew them: ${refreshCommand(region)}`;
}
