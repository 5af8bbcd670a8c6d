import { type CancellationReason, ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from './clients.ts';
import { MAX_CONFLICTING_ATTEMPTS, pauseAfterConflict } from './conflicts.ts';
import { log } from './log.ts';
import { putMetrics } from './metrics.ts';

type Key = Record<string, string>;

/** Reads an item, with a consistent read by default. @returns undefined if it does not exist */
export async function getItem<Item extends object>(table: string, key: Key, { consistent = true } = {}): Promise<Item | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: key, ConsistentRead: consistent }));
  return Item as Item | undefined;
}

/** Updates an item. @returns false if its condition failed */
export const updateItem = (table: string, key: Key, update: Omit<UpdateCommandInput, 'TableName' | 'Key'>): Promise<boolean> =>
  conditionHolds(() => dynamodb().send(new UpdateCommand({ TableName: table, Key: key, ...update })));

/** Runs a conditional write. @returns false if the condition failed because another writer got there first */
export async function conditionHolds(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Runs a transaction and retries it after conflicts. @returns null if written, otherwise whether each item's condition failed */
export async function transact(write: () => Promise<unknown>): Promise<boolean[] | null> {
  const reasons = await transactWithReasons(write);
  return reasons?.map(({ Code }) => Code === 'ConditionalCheckFailed') ?? null;
}

/**
 * Like `transact`, but returns the cancellation reasons.
 * @param isFinal returns true if a conflict should not be retried
 * @returns null if it was written, otherwise one reason per item, which contains the existing item if the write requested it
 */
export async function transactWithReasons(
  write: () => Promise<unknown>,
  { isFinal = () => false }: { isFinal?: (reasons: readonly CancellationReason[]) => boolean } = {},
): Promise<CancellationReason[] | null> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await write();
      return null;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const codes = reasons.map(({ Code }) => Code);
      if (codes.includes('ConditionalCheckFailed') || isFinal(reasons)) return reasons;
      const contended = codes.includes('TransactionConflict') || codes.includes('ThrottlingError');
      if (!contended || attempt + 1 >= MAX_CONFLICTING_ATTEMPTS) throw error;
      await pauseAfterConflict(attempt);
    }
  }
}

/**
 * Parses table items. The `schema` attribute is the format version (0 if absent), which is incremented whenever the meaning of an attribute
 * changes. Invalid items and later versions are skipped and counted, so that readers keep working after a rollback.
 * @param kind name for the items in logs and metrics
 * @param newest the newest version that this release reads
 */
export function readItems<Schema extends v.GenericSchema>(
  kind: string,
  newest: number,
  schema: Schema,
  items: readonly Record<string, unknown>[],
): v.InferOutput<Schema>[] {
  const read: v.InferOutput<Schema>[] = [];
  for (const item of items) {
    const version = item.schema ?? 0;
    const result = typeof version === 'number' && version <= newest ? v.safeParse(schema, item) : undefined;
    if (result?.success) read.push(result.output);
    else countSkipped(kind, version, result?.issues?.map((issue) => v.getDotPath(issue) ?? '').join(', '));
  }
  return read;
}

/** Logs and counts a skipped item, but not its content. */
function countSkipped(kind: string, version: unknown, fields = ''): void {
  log.warn('Skipped an item that this release cannot read', { kind, version, fields });
  putMetrics({ values: { ItemsSkipped: 1 }, labels: { kind } });
}
