import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type PriceList, priceListSchema } from '../../layers/ledger/index.ts';

const LIST_PRICES = join(import.meta.dirname, '..', '..', 'layers', 'ledger', 'prices', 'us-east-1.json');

/**
 * Reads the price list of a deployment.
 *
 * @param path a file of the operator's own, such as one with negotiated prices or those of another region
 * @throws Error that names the file and each price that is missing or wrong
 */
export function readPrices(path: string = LIST_PRICES): PriceList {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Error(`The price file ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(priceListSchema, content);
  if (result.success) return result.output;
  const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
  throw new Error(`The price file ${path} is wrong: ${faults.join('; ')}`);
}
