import { setTimeout as pause } from 'node:timers/promises';

/** Runs invocations that clients wait for first. */
export interface Precedence {
  /** Counts a client's invocation until the returned function is called, once. */
  enter(): () => void;
  /** Waits while clients' invocations occupy all processors, up to a limit. @throws the signal's reason when it aborts */
  giveWay(signal?: AbortSignal): Promise<void>;
}

/**
 * @param processors number of clients' invocations that occupy all processors
 * @param patience ms until another invocation starts anyway
 */
export function createPrecedence(processors: number, patience: number): Precedence {
  const waiting = new Set<() => void>();
  let first = 0;
  return {
    enter() {
      first += 1;
      return () => {
        first -= 1;
        if (first >= processors) return;
        // One at a time while clients wait: an invocation that has started is not held again.
        for (const begin of first === 0 ? [...waiting] : [...waiting].slice(0, 1)) begin();
      };
    },
    async giveWay(signal) {
      if (first < processors) return;
      const turn = new AbortController();
      const begin = () => turn.abort();
      waiting.add(begin);
      const either = signal ? AbortSignal.any([signal, turn.signal]) : turn.signal;
      await pause(patience, undefined, { signal: either }).catch(() => {});
      waiting.delete(begin);
      signal?.throwIfAborted();
    },
  };
}
