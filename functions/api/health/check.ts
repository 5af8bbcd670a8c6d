/**
 * Creates a check that runs at most once per period, whatever the number of requests.
 * @param period time for which a success is valid, in ms; failures are not kept
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
