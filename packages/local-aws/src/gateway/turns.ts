/**
 * Queues background requests, one per event loop iteration, so that client requests run first.
 * @returns a function that waits for a turn
 */
export function createTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const take = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(take);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(take);
    });
}
