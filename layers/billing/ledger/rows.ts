import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { paginateQuery, type QueryCommandInput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#aws/clients';
import { inParallel } from '#aws/in-parallel';
import { transactWithReasons } from '#aws/table';
import { EXECUTION, type LedgerRow } from '../row.ts';
import { fromLedgerItems, type LedgerItem, PARTS_PER_DAY, partition, toLedgerItem } from './item.ts';
import { type SumChange, type SumOwner, sumWrites } from './sums.ts';

/**
 * Writes rows. If a row with the same id exists:
 *
 *   from the same invocation (its response was lost)      the row is unchanged
 *   from another invocation of the same event             the new row gets a different ID
 *   and the new row is an estimate                        the new row is dropped
 *   and the existing row is an estimate                   the new row replaces it
 *
 * @param options `writer` is an ID for the invocation
 * @returns the rows that are new, excluding those that replaced an estimate
 * @throws if they cannot be written before `signal` aborts
 */
export async function writeRows(
  table: string,
  rows: readonly LedgerRow[],
  { writer, signal }: { writer: string; signal: AbortSignal },
): Promise<LedgerRow[]> {
  const written = await Promise.all(
    rows.map(async (row) => {
      const result = await put(table, toLedgerItem(row, writer), signal);
      if (result === 'new') return row;
      if (result !== 'taken' || row.estimated) return undefined;
      const second = { ...row, id: `${row.id}#${writer}` };
      return (await put(table, toLedgerItem(second, writer), signal)) === 'new' ? second : undefined;
    }),
  );
  return written.filter((row) => row !== undefined);
}

/** Result of a put: a new row, a replaced estimate, the same row again, or an ID that is taken by another row. */
type PutResult = 'new' | 'replaced' | 'same' | 'taken';

/** Number of attempts to put a row while another writer changes it. It can change twice: from nothing to an estimate, and then to a row. */
const MAX_ATTEMPTS = 3;

/** Puts a row and adds it to its sum in one transaction. A replaced estimate is subtracted from its sum. */
async function put(table: string, item: LedgerItem, abortSignal: AbortSignal): Promise<PutResult> {
  let old: ExistingRow | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = await tryPut(table, item, old, abortSignal);
    if (!found) return old ? 'replaced' : 'new';
    if (!found.estimated) return found.writer === item.writer ? 'same' : 'taken';
    if (item.estimated) return 'taken';
    old = found;
  }
  throw new Error(`The row ${item.id} could not be written in ${MAX_ATTEMPTS} attempts`);
}

interface ExistingRow {
  estimated: boolean;
  writer: string | undefined;
  owner: SumOwner;
  step: string;
  /** Pico-dollars. */
  total: bigint;
}

/** @param old the estimate to replace @returns the existing row if the condition failed */
async function tryPut(
  table: string,
  item: LedgerItem,
  old: ExistingRow | undefined,
  abortSignal: AbortSignal,
): Promise<ExistingRow | undefined> {
  const changes: SumChange[] = [changeOf(item, item, BigInt(item.total), 1)];
  if (old) changes.push(changeOf(item, old.owner, -old.total, -1, old.step));
  const command = new TransactWriteCommand({
    TransactItems: [
      {
        Put: {
          TableName: table,
          Item: item,
          ConditionExpression: old ? 'estimated = :yes' : 'attribute_not_exists(id)',
          ...(old && { ExpressionAttributeValues: { ':yes': true } }),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      ...sumWrites(table, changes),
    ],
  });
  const [reason] = (await transactWithReasons(() => dynamodb().send(command, { abortSignal }))) ?? [];
  return reason && readExisting(reason.Item ?? {});
}

const changeOf = ({ at, id, step: own }: LedgerItem, owner: SumOwner, amount: bigint, count: 1 | -1, step = own): SumChange => ({
  day: at.slice(0, 10),
  row: id,
  step,
  owner,
  amount,
  count,
});

/** Converts an item from a canceled transaction, because the document client does not unmarshal it. */
function readExisting({ estimated, writer, account, job, step, total }: Record<string, AttributeValue>): ExistingRow {
  return {
    estimated: estimated?.BOOL === true,
    writer: writer?.S,
    owner: { account: account?.S, job: job?.S },
    step: step?.S ?? '',
    total: BigInt(total?.S ?? 0),
  };
}

/** Lists a job's rows, oldest first. Rows from the last second may be missing. */
export async function listJobRows(table: string, job: string, signal?: AbortSignal): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  const input = {
    TableName: table,
    IndexName: 'by-job',
    KeyConditionExpression: 'job = :job',
    ExpressionAttributeValues: { ':job': job },
  };
  for await (const row of query(input, signal)) rows.push(row);
  return rows;
}

/** Number of jobs to look up in parallel. */
const CONCURRENCY = 8;

/** Finds the accounts of jobs from their rows. Leaves out jobs whose rows do not include an account. */
export async function findOwners(table: string, jobs: Iterable<string>): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  await inParallel(CONCURRENCY, jobs, async (job) => {
    const account = (await listJobRows(table, job)).find((row) => row.account !== undefined)?.account;
    if (account !== undefined) owners.set(job, account);
  });
  return owners;
}

/** Streams the rows of several days, day by day, unordered within a day. @param from first day, `2026-11-21` @param to last day */
export async function* readRows(table: string, from: string, to: string): AsyncGenerator<LedgerRow> {
  for (const day of listDays(from, to)) {
    for (let part = 0; part < PARTS_PER_DAY; part += 1) yield* readPart(table, day, part);
  }
}

/** Reads the rows of one part of a day. @param part 0 to `PARTS_PER_DAY` - 1 */
export const readPart = (table: string, day: string, part: number): AsyncGenerator<LedgerRow> =>
  query({
    TableName: table,
    KeyConditionExpression: 'part = :part',
    ExpressionAttributeValues: { ':part': partition(day, part) },
  });

/**
 * Reads a random share (0..1) of the `execution` rows of a day. IDs begin with random hexadecimal digits, so it reads all IDs below a
 * bound.
 */
export const sampleExecutions = (table: string, day: string, share: number): AsyncGenerator<LedgerRow> =>
  sample(table, day, share, {
    FilterExpression: 'step = :step',
    ExpressionAttributeValues: { ':step': EXECUTION },
  });

type Filter = Pick<QueryCommandInput, 'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>;

async function* sample(table: string, day: string, share: number, filter: Filter): AsyncGenerator<LedgerRow> {
  const bound =
    share < 1
      ? Math.floor(share * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
      : '~';
  for (let part = 0; part < PARTS_PER_DAY; part += 1) {
    const values = { ':part': partition(day, part), ':bound': bound, ...filter.ExpressionAttributeValues };
    const KeyConditionExpression = 'part = :part AND id < :bound';
    yield* query({ TableName: table, KeyConditionExpression, ...filter, ExpressionAttributeValues: values });
  }
}

const DAY = 86_400_000;

/** Lists the days from first to last (inclusive) in the form `2026-11-21`. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

async function* query(input: QueryCommandInput, abortSignal?: AbortSignal): AsyncGenerator<LedgerRow> {
  const pages = paginateQuery({ client: dynamodb() }, input, { ...(abortSignal && { abortSignal }) });
  for await (const { Items = [] } of pages) yield* fromLedgerItems(Items);
}
