import { type Biller, focusLines, type LedgerRow } from '../../ledger/index.ts';
import { readRows } from './rows.ts';

/** The charges of a day in the form of FOCUS 1.2: for each row of the ledger its lines of CSV; the header is not among them. */
export async function* readCharges(table: string, day: string, biller: Biller): AsyncGenerator<string[]> {
  const owners = await ownersOf(readRows(table, day, day));
  for await (const row of readRows(table, day, day)) yield focusLines(row, owners.get(row.job ?? ''), biller);
}

/** Whose each job is: not every row says it. */
async function ownersOf(rows: AsyncIterable<LedgerRow>): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for await (const { job, account } of rows) if (job && account) owners.set(job, account);
  return owners;
}
