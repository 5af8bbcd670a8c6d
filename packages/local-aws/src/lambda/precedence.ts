import { setTimeout as pause } from 'node:timers/promises';

/** Lets the invocations that clients wait for go first. */
export interface Precedence {
  /** Counts an invocation that a client waits for. @returns counts it out; to be called once */
  enter(): () => void;
  /** Waits while clients' invocations take all processors, but not for ever. @throws the signal's reason when that aborts */
  giveWay(signal?: AbortSignal): Promise<void>;
}

/**
 * @param processors how many invocations that clients wait for take all processors
 * @param patience ms after which another invocation starts anyway
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
        // One at a time while clients come: what has begun is not held again.
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
