import { setTimeout as pause } from 'node:timers/promises';

/** Gives precedence to invocations that clients wait for. */
export interface Precedence {
  /** Counts a client's invocation until the returned function is called. Call it exactly once. */
  enter(): () => void;
  /** Waits, up to a time limit, while client invocations use all CPUs. @throws the signal's reason if it aborts */
  giveWay(signal?: AbortSignal): Promise<void>;
}

/**
 * @param processors number of client invocations that keep all CPUs busy
 * @param maxWait time after which another invocation starts anyway, in ms
 */
export function createPrecedence(processors: number, maxWait: number): Precedence {
  const waiting = new Set<() => void>();
  let first = 0;
  return {
    enter() {
      first += 1;
      return () => {
        first -= 1;
        if (first >= processors) return;
        // While clients are waiting, start one invocation at a time. An invocation that has started does not wait again.
        for (const begin of first === 0 ? [...waiting] : [...waiting].slice(0, 1)) begin();
      };
    },
    async giveWay(signal) {
      if (first < processors) return;
      const turn = new AbortController();
      const begin = () => turn.abort();
      waiting.add(begin);
      const either = signal ? AbortSignal.any([signal, turn.signal]) : turn.signal;
      await pause(maxWait, undefined, { signal: either }).catch(() => {});
      waiting.delete(begin);
      signal?.throwIfAborted();
    },
  };
}
