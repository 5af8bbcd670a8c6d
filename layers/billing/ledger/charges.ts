import type { BillingAccount } from '../focus/columns.ts';
import { focusLine, focusLines } from '../focus/csv.ts';
import { createFocusSums, type FocusDetail } from '../focus/sums.ts';
import type { LedgerRow } from '../row.ts';
import { PARTS_PER_DAY } from './item.ts';
import { findOwners, readPart } from './rows.ts';

/** Maximum number of jobs whose accounts are cached. Few rows have a job but no account. */
const MAX_OWNERS = 10_000;

/**
 * Reads the charges of a day as FOCUS 1.2 lines, without the header. With `day` or `job`, all sums for the day are held in memory.
 * @param by one line per charge of an invocation, or per sum
 */
export async function* readCharges(
  table: string,
  day: string,
  biller: BillingAccount,
  by: FocusDetail = 'invocation',
): AsyncGenerator<string[]> {
  const parts = Array.from({ length: PARTS_PER_DAY }, (_, part) => part);
  if (by === 'invocation') {
    for (const part of parts) yield* readPartCharges(table, day, part, biller);
    return;
  }
  const sums = createFocusSums(by);
  for (const part of parts) for await (const [row, account] of readOwned(table, day, part)) sums.add(row, account);
  for (const charge of sums.charges()) yield [focusLine(charge, biller)];
}

/** Reads the charges of one part of a day by invocation; see `readCharges`. @param part 0 to `PARTS_PER_DAY` - 1 */
export async function* readPartCharges(table: string, day: string, part: number, biller: BillingAccount): AsyncGenerator<string[]> {
  for await (const [row, account] of readOwned(table, day, part)) yield focusLines(row, account, biller);
}

/** Reads the rows of one part of a day, each with the account of its job. */
async function* readOwned(table: string, day: string, part: number): AsyncGenerator<[row: LedgerRow, account: string | undefined]> {
  const owners = new Map<string, string | undefined>();
  for await (const row of readPart(table, day, part)) yield [row, await ownerOf(table, row, owners)];
}

/** Finds the account of a row, using another row of the same job if necessary. */
async function ownerOf(table: string, { job, account }: LedgerRow, owners: Map<string, string | undefined>): Promise<string | undefined> {
  if (account !== undefined || job === undefined) return account;
  if (!owners.has(job)) {
    if (owners.size >= MAX_OWNERS) owners.clear();
    owners.set(job, (await findOwners(table, [job])).get(job));
  }
  return owners.get(job);
}
