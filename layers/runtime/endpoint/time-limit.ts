import type { Context } from 'aws-lambda';

/** Milliseconds of a function's time that are left for telling that it was not enough, and for its row on the ledger. */
const RESPONSE_RESERVE = 1_500;

/**
 * Waits for an answer for as long as there is time to give it: a service that hangs would hold the function until it is killed,
 * and the client would learn nothing. What is still under way then goes on or ends with the process; each write is whole or
 * not at all.
 *
 * @param late gives the answer when the time is up
 */
export async function withTimeLimit<T>(context: Context, answer: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), Math.max(0, context.getRemainingTimeInMillis() - RESPONSE_RESERVE));
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
