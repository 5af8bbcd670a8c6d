import { setTimeout as pause } from 'node:timers/promises';
import { createStatusEvent, type StatusEvent } from './event.ts';
import type { Store } from './store.ts';

/** Pause after a failed publication, ms. */
const RETRY_DELAY = 500;

export interface Courier {
  /** Something is owed. */
  wake(): void;
  stop(): Promise<void>;
}

/** Publishes the status changes that are owed, in order; each is struck off only after it was taken. */
export function startCourier(
  store: Store,
  publish: (event: StatusEvent) => unknown,
  onFault: (error: unknown) => void,
): Courier {
  const stopping = new AbortController();
  let busy = false;
  let working = Promise.resolve();

  async function tell(): Promise<void> {
    for (let owed = store.owed; owed && !stopping.signal.aborted; owed = store.owed) {
      try {
        await publish(createStatusEvent(owed.execution));
        store.told(owed.id);
      } catch (error) {
        onFault(error);
        await pause(RETRY_DELAY, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    // In the same turn as the last look at what is owed: a change after that look finds the courier free.
    busy = false;
  }

  const wake = () => {
    if (busy || stopping.signal.aborted) return;
    busy = true;
    working = tell();
  };
  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
