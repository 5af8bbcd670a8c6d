import { setTimeout as pause } from 'node:timers/promises';
import { createStatusEvent, type StatusEvent } from './event.ts';
import type { Store } from './store.ts';

/** Pause after a failed publication, ms. */
const RETRY_DELAY = 500;

export interface StatusPublisher {
  /** Publishes the store's events; to be called after every change. */
  wake(): void;
  stop(): Promise<void>;
}

/** Publishes status events in order; the store drops each only after `publish` has accepted it. */
export function startStatusPublisher(
  store: Store,
  publish: (event: StatusEvent) => unknown,
  onFault: (error: unknown) => void,
): StatusPublisher {
  const stopping = new AbortController();
  let busy = false;
  let working = Promise.resolve();

  async function publishAll(): Promise<void> {
    for (let next = store.nextEvent; next && !stopping.signal.aborted; next = store.nextEvent) {
      try {
        await publish(createStatusEvent(next.execution));
        store.removeEvent(next.id);
      } catch (error) {
        onFault(error);
        await pause(RETRY_DELAY, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    // No `await` since the store was last read: a later change starts a new run.
    busy = false;
  }

  const wake = () => {
    if (busy || stopping.signal.aborted) return;
    busy = true;
    working = publishAll();
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
