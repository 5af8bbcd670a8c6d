import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { QueryCommand, type QueryCommandInput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/clients.ts';
import { transactWithReasons } from '../../aws/conditions.ts';
import { EXECUTION, type LedgerRow } from '../row.ts';
import { fromLedgerItems, type LedgerItem, PARTS, partition, toLedgerItem } from './item.ts';
import { type SumChange, type SumOwner, sumWrites } from './sums.ts';

/**
 * Writes rows, once each. What happens to one id:
 *
 *   the same invocation again (an answer was lost)            stays one row
 *   another invocation of the same event                      a row of its own, beside the first
 *   an estimate, where the invocation has written its own     is dropped
 *   an invocation's own, where there is an estimate           takes its place
 *
 * @param writer the invocation that the rows are of
 * @returns the rows that are new: neither those that were there before, nor estimates that were dropped, nor rows that took an
 *   estimate's place
 * @throws when they cannot be written in time
 */
export async function writeRows(
  table: string,
  rows: readonly LedgerRow[],
  { writer, signal }: { writer: string; signal: AbortSignal },
): Promise<LedgerRow[]> {
  const written = await Promise.all(
    rows.map(async (row) => {
      const place = await put(table, toLedgerItem(row, writer), signal);
      if (place === 'free') return row;
      if (place !== 'taken' || row.estimated) return undefined;
      const beside = { ...row, id: `${row.id}#${writer}` };
      return (await put(table, toLedgerItem(beside, writer), signal)) === 'free' ? beside : undefined;
    }),
  );
  return written.filter((row) => row !== undefined);
}

/** What the place of a row was: free, an estimate's, its own from an earlier try, or another invocation's, which keeps it. */
type Place = 'free' | 'estimated' | 'own' | 'taken';

/** Times that a row is put again where its place changed meanwhile: from free to an estimate's to an invocation's. */
const ATTEMPTS = 3;

/**
 * Puts a row, and adds it to its sum, in one transaction. Where it takes an estimate's place, that is subtracted from its own.
 *
 * @throws when the table does not take it in time
 */
async function put(table: string, item: LedgerItem, abortSignal: AbortSignal): Promise<Place> {
  let old: Old | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await tryPut(table, item, old, abortSignal);
    if (!found) return old ? 'estimated' : 'free';
    if (!found.estimated) return found.writer === item.writer ? 'own' : 'taken';
    if (item.estimated) return 'taken';
    old = found;
  }
  throw new Error(`The row ${item.id} could not be put in ${ATTEMPTS} tries`);
}

/** What is to be known of the row that was in a place before. */
interface Old {
  estimated: boolean;
  writer: string | undefined;
  owner: SumOwner;
  /** Pico-dollars that a sum holds for it: none for a row of before there were sums. */
  counted: bigint | undefined;
}

/** @param old the estimate whose place it takes @returns what is in the place, where that is not what was expected */
async function tryPut(
  table: string,
  item: LedgerItem,
  old: Old | undefined,
  abortSignal: AbortSignal,
): Promise<Old | undefined> {
  const changes: SumChange[] = [changeOf(item, item, BigInt(item.total), 1)];
  if (old?.counted !== undefined) changes.push(changeOf(item, old.owner, -old.counted, -1));
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
  return reason && readOld(reason.Item ?? {});
}

const changeOf = ({ at, id }: LedgerItem, owner: SumOwner, amount: bigint, count: 1 | -1): SumChange => ({
  ...{ day: at.slice(0, 10), row: id, owner, amount, count },
});

/** The SDK leaves the items of a refused transaction in DynamoDB's own form. */
function readOld({ estimated, writer, account, job, total, schema }: Record<string, AttributeValue>): Old {
  return {
    estimated: estimated?.BOOL === true,
    writer: writer?.S,
    owner: { account: account?.S, job: job?.S },
    counted: schema?.N !== undefined && total?.S !== undefined ? BigInt(total.S) : undefined,
  };
}

/** The rows of a job, oldest first. Those of the last second may be missing. @param signal ends the wait for them */
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

/**
 * The rows of a span of days, day by day, in no order within a day: a month need not fit into memory at once.
 *
 * @param from first day, `2026-11-21`
 * @param to last day
 */
export async function* readRows(table: string, from: string, to: string): AsyncGenerator<LedgerRow> {
  for (const day of daysOf(from, to)) {
    for (let part = 0; part < PARTS; part += 1) yield* readPart(table, day, part);
  }
}

/** The rows of one part of a day. @param part 0 to `PARTS` - 1 */
export const readPart = (table: string, day: string, part: number): AsyncGenerator<LedgerRow> =>
  query({
    TableName: table,
    KeyConditionExpression: 'part = :part',
    ExpressionAttributeValues: { ':part': partition(day, part) },
  });

/**
 * A sample of a day's executions: the rows of that step among those whose ids begin below a share of all. Ids begin with random
 * hexadecimal digits, of the job or of the request.
 *
 * @param share 0..1 of the day's rows that are read
 */
export const sampleExecutions = (table: string, day: string, share: number): AsyncGenerator<LedgerRow> =>
  sample(table, day, share, {
    FilterExpression: 'step = :step',
    ExpressionAttributeValues: { ':step': EXECUTION },
  });

/**
 * Whether a day has rows that are in no sum: a release of before there were sums has written them, as after a rollback.
 *
 * @param share 0..1 of the day's rows that are read
 */
export async function hasUncounted(table: string, day: string, share: number): Promise<boolean> {
  const rows = sample(table, day, share, {
    FilterExpression: 'attribute_not_exists(#schema)',
    ExpressionAttributeNames: { '#schema': 'schema' },
  });
  return !(await rows.next()).done;
}

type Filter = Pick<QueryCommandInput, 'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>;

async function* sample(table: string, day: string, share: number, filter: Filter): AsyncGenerator<LedgerRow> {
  const bound =
    share < 1
      ? Math.floor(share * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
      : '~';
  for (let part = 0; part < PARTS; part += 1) {
    const values = { ':part': partition(day, part), ':bound': bound, ...filter.ExpressionAttributeValues };
    const KeyConditionExpression = 'part = :part AND id < :bound';
    yield* query({ TableName: table, KeyConditionExpression, ...filter, ExpressionAttributeValues: values });
  }
}

/** The rows of a span of days, oldest first. See `readRows`. */
export async function listRows(table: string, from: string, to: string): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for await (const row of readRows(table, from, to)) rows.push(row);
  return rows.sort((a, b) => (a.at < b.at ? -1 : 1));
}

const DAY = 86_400_000;

/** The days from first to last, both among them, as `2026-11-21`. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

async function* query(
  input: ConstructorParameters<typeof QueryCommand>[0],
  abortSignal?: AbortSignal,
): AsyncGenerator<LedgerRow> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({ ...input, ...(ExclusiveStartKey && { ExclusiveStartKey }) });
    const page = await dynamodb().send(command, { ...(abortSignal && { abortSignal }) });
    yield* fromLedgerItems(page.Items ?? []);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
