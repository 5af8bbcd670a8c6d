import { setTimeout } from 'node:timers/promises';
import { type CancellationReason, ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/**
 * Runs a conditional write.
 *
 * @returns false when the condition failed, because another writer was first
 * @throws any other error of the write
 */
export async function conditionHolds(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Attempts for a transaction that conflicts with others. */
const MAX_ATTEMPTS = 8;

/** Upper limit of the random pause before the first retry, ms; it doubles with each retry. */
const FIRST_BACKOFF = 20;

/**
 * Runs a transaction, and retries it while it conflicts with other transactions.
 *
 * @returns null when it was written, else for each item whether its condition failed
 */
export async function transact(write: () => Promise<unknown>): Promise<boolean[] | null> {
  const reasons = await transactWithReasons(write);
  return reasons?.map(({ Code }) => Code === 'ConditionalCheckFailed') ?? null;
}

/**
 * Runs a transaction as `transact` does, and returns the cancellation reasons.
 *
 * @param isFinal returns true to stop retrying after a conflict
 * @returns null when it was written, else a reason for each item, with the item where the write requests it
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
      if (!contended || attempt + 1 >= MAX_ATTEMPTS) throw error;
      await setTimeout(Math.random() * FIRST_BACKOFF * 2 ** attempt);
    }
  }
}
