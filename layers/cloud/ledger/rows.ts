import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { LedgerRow } from '../../ledger/index.ts';
import { dynamodb } from '../clients.ts';
import { holds } from '../conditions.ts';
import { fromLedgerItem, type LedgerItem, PARTS, partition, toLedgerItem } from './item.ts';
import { PutRowCommand } from './put-row.ts';

/**
 * Writes rows, once each. What happens to one id:
 *
 *   the same invocation again (an answer was lost)            stays one row
 *   another invocation of the same event                      a row of its own, beside the first
 *   an estimate, where the invocation has written its own     is dropped
 *   an invocation's own, where there is an estimate           takes its place
 *
 * @param writer the invocation that the rows are of
 * @returns the rows that are new: neither estimates that were dropped nor rows that took an estimate's place
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
      if (place === 'estimated' || row.estimated) return undefined;
      const beside = { ...row, id: `${row.id}#${writer}` };
      await put(table, toLedgerItem(beside, writer), signal);
      return beside;
    }),
  );
  return written.filter((row) => row !== undefined);
}

/** @returns what the place of the row was: free, an estimate's, or another invocation's, which keeps it */
async function put(table: string, item: LedgerItem, abortSignal: AbortSignal): Promise<'free' | 'estimated' | 'taken'> {
  const free = 'attribute_not_exists(id)';
  const command = new PutRowCommand({
    TableName: table,
    Item: item,
    ReturnValues: 'ALL_OLD',
    ...(item.estimated
      ? { ConditionExpression: free }
      : {
          ConditionExpression: `${free} OR estimated = :yes OR writer = :writer`,
          ExpressionAttributeValues: { ':yes': true, ':writer': item.writer },
        }),
  });
  let old: Record<string, unknown> | undefined;
  const isWritten = await holds(async () => {
    old = (await dynamodb().send(command, { abortSignal })).Attributes;
  });
  if (!isWritten) return 'taken';
  return old?.estimated === true ? 'estimated' : 'free';
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
    for (let part = 0; part < PARTS; part += 1) {
      yield* query({
        TableName: table,
        KeyConditionExpression: 'part = :part',
        ExpressionAttributeValues: { ':part': partition(day, part) },
      });
    }
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
    for (const item of page.Items ?? []) yield fromLedgerItem(item);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
