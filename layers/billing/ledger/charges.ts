import type { Biller } from '../focus/columns.ts';
import { focusLines } from '../focus/csv.ts';
import type { LedgerRow } from '../row.ts';
import { PARTS } from './item.ts';
import { findOwners } from './owners.ts';
import { readPart } from './rows.ts';

/** Jobs whose account is remembered: a day's rows are in no order, and few do not know their account. */
const MOST_OWNERS = 10_000;

/** The charges of a day in the form of FOCUS 1.2: for each row of the ledger its lines of CSV; the header is not among them. */
export async function* readCharges(table: string, day: string, biller: Biller): AsyncGenerator<string[]> {
  for (let part = 0; part < PARTS; part += 1) yield* readPartCharges(table, day, part, biller);
}

/** The charges of one part of a day. See `readCharges`. @param part 0 to `PARTS` - 1 */
export async function* readPartCharges(
  table: string,
  day: string,
  part: number,
  biller: Biller,
): AsyncGenerator<string[]> {
  const owners = new Map<string, string | undefined>();
  for await (const row of readPart(table, day, part)) yield focusLines(row, await ownerOf(table, row, owners), biller);
}

/** Whose a row is: not every one says it, but another of its job does. */
async function ownerOf(
  table: string,
  { job, account }: LedgerRow,
  owners: Map<string, string | undefined>,
): Promise<string | undefined> {
  if (account !== undefined || job === undefined) return account;
  if (!owners.has(job)) {
    if (owners.size >= MOST_OWNERS) owners.clear();
    owners.set(job, (await findOwners(table, [job])).get(job));
  }
  return owners.get(job);
}
