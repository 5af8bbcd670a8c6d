/**
 * Calls an async function for each item, with limited concurrency. After an error, no further calls are started, and the error is thrown
 * once the calls in progress have finished.
 */
export async function inParallel<T>(concurrency: number, items: Iterable<T>, call: (item: T) => Promise<unknown>): Promise<void> {
  const remaining = items[Symbol.iterator]();
  let failed: { error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (let next = remaining.next(); !next.done && !failed; next = remaining.next()) {
      try {
        await call(next.value);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failed) throw failed.error;
}
