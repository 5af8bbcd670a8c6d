/**
 * Creates a check that runs at most once per period, however many requests arrive.
 * @param period how long a success remains valid, in ms; failures are not cached
 * @param now clock, in ms
 */
export function createCheck(run: () => Promise<unknown>, period: number, now = Date.now): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  return () => {
    if (now() - checkedAt < period) return Promise.resolve();
    running ??= run()
      .then(() => {
        checkedAt = now();
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
