import type { Context } from 'aws-lambda';

/** Time reserved for sending the timeout response and writing the ledger row, in ms. */
const RESPONSE_RESERVE = 1_500;

/**
 * Waits for a response until shortly before the time limit of the function, so that the client gets a response even if a service hangs.
 * Work in progress may continue, or be cut off with the process. That is safe because each write is atomic.
 * @param onTimeout creates the response to send after the timeout
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
