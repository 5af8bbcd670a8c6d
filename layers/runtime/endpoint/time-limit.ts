import type { Context } from 'aws-lambda';

/** Milliseconds of a function's time that are reserved for the timeout response and the ledger row. */
const RESPONSE_RESERVE = 1_500;

/**
 * Waits for a response until the function's time limit is near, so that the client gets a response even when a service hangs. Work in
 * progress may continue or end with the process; each write is atomic.
 * @param onTimeout creates the response when the time is up
 */
export async function withTimeLimit<T>(context: Context, response: Promise<T>, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout()), Math.max(0, context.getRemainingTimeInMillis() - RESPONSE_RESERVE));
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
