/**
 * Gives each background request a separate turn of the event loop; in between, requests that clients wait for are handled as they come.
 * @returns waits for such a turn
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
