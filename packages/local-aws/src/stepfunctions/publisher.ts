import { setTimeout as pause } from 'node:timers/promises';
import { createStatusEvent, type StatusEvent } from './event.ts';
import type { Store } from './store.ts';

/** Delay after a failed publication, in ms. */
const RETRY_DELAY = 500;

export interface StatusPublisher {
  /** Publishes the store's events. Call it after every change. */
  wake(): void;
  stop(): Promise<void>;
}

/** Publishes status events in order. The store deletes each one only after `publish` accepts it. */
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
    // There was no `await` since the last read from the store, so a later change starts a new run.
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
