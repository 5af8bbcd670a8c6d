import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';

/**
 * Runs a conditional write.
 *
 * @returns whether the condition held; a lost race is an answer, not an error
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

/** Times that a transaction is tried when another one holds its items. */
const MAX_ATTEMPTS = 8;

/** Longest pause before the first repetition, ms; it doubles from there. */
const FIRST_BACKOFF = 20;

/**
 * Runs a transaction, again while other transactions hold its items.
 *
 * @returns `null` when it was written, else for each of its items whether its condition was what failed
 */
export async function transact(write: () => Promise<unknown>): Promise<boolean[] | null> {
  const reasons = await transactWithReasons(write);
  return reasons?.map(({ Code }) => Code === 'ConditionalCheckFailed') ?? null;
}

/**
 * Runs a transaction as `transact` does, and says why it was not written.
 *
 * @param isFinal whether it is not to be tried again although only other transactions were in its way
 * @returns `null` when it was written, else for each item why not, with the item where the write asks for it
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
      await sleep(Math.random() * FIRST_BACKOFF * 2 ** attempt);
    }
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
