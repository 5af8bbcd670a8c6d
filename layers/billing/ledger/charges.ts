import type { BillingAccount } from '../focus/columns.ts';
import { focusLines } from '../focus/csv.ts';
import type { LedgerRow } from '../row.ts';
import { PARTS_PER_DAY } from './item.ts';
import { findOwners } from './owners.ts';
import { readPart } from './rows.ts';

/** Most jobs whose account is cached. Few rows have a job and no account. */
const MAX_OWNERS = 10_000;

/** Reads the charges of a day as lines of FOCUS 1.2, without the header: for each ledger row its lines. */
export async function* readCharges(table: string, day: string, biller: BillingAccount): AsyncGenerator<string[]> {
  for (let part = 0; part < PARTS_PER_DAY; part += 1) yield* readPartCharges(table, day, part, biller);
}

/** Reads the charges of one part of a day. See `readCharges`. @param part 0 to `PARTS_PER_DAY` - 1 */
export async function* readPartCharges(
  table: string,
  day: string,
  part: number,
  biller: BillingAccount,
): AsyncGenerator<string[]> {
  const owners = new Map<string, string | undefined>();
  for await (const row of readPart(table, day, part)) yield focusLines(row, await ownerOf(table, row, owners), biller);
}

/** The account of a row, from another row of its job if necessary. */
async function ownerOf(
  table: string,
  { job, account }: LedgerRow,
  owners: Map<string, string | undefined>,
): Promise<string | undefined> {
  if (account !== undefined || job === undefined) return account;
  if (!owners.has(job)) {
    if (owners.size >= MAX_OWNERS) owners.clear();
    owners.set(job, (await findOwners(table, [job])).get(job));
  }
  return owners.get(job);
}
