import type { Counts, Message, MessageStore, NewMessage, QueueDefinition } from './messages.ts';

export interface ReceiveOptions {
  /** Maximum number of messages, 1 to 10. */
  readonly limit?: number;
  /** In seconds; defaults to the queue's visibility timeout. */
  readonly visibilityTimeout?: number;
  /** Maximum wait for a message, in ms. */
  readonly wait?: number;
  /** Aborts the wait without receiving messages. */
  readonly signal?: AbortSignal;
}

export interface Queue {
  readonly definition: QueueDefinition;
  readonly arn: string;
  send(message: NewMessage): { id: string; md5: string };
  receive(options?: ReceiveOptions): Promise<Message[]>;
  remove(receipt: string): boolean;
  changeVisibility(receipt: string, seconds: number): boolean;
  count(): Counts;
  purge(): void;
}

export interface OpenQueue extends Queue {
  wake(): void;
  expire(): void;
  /** Ends current and future receives without returning messages. */
  close(): void;
}

/** Longest timer in ms, so that timers never overflow. When it fires, the queue is simply checked again. */
const LONGEST_TIMER = 60_000;

/** @param onGiveUp called after a receive moves messages to the dead-letter queue, to wake that queue */
export function openQueue(store: MessageStore, definition: QueueDefinition, arn: string, onGiveUp: () => void): OpenQueue {
  const waiting = new Set<() => void>();
  let closed = false;
  const wake = (): void => {
    for (const resume of [...waiting]) resume();
  };

  const take = (limit: number, visibility: number): Message[] => {
    if (store.moveToDeadLetterQueue(definition) > 0) onGiveUp();
    return store.take(definition, limit, visibility);
  };

  /** Sleeps until a message may have become visible: after a send, a delay, or a visibility timeout. */
  const waitUntilVisible = (deadline: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        waiting.delete(resume);
        signal?.removeEventListener('abort', resume);
        resolve();
      };
      const due = Math.min(store.nextVisible(definition) ?? deadline, deadline);
      const timer = setTimeout(resume, Math.min(Math.max(due - Date.now(), 1), LONGEST_TIMER));
      waiting.add(resume);
      signal?.addEventListener('abort', resume);
    });

  return {
    definition,
    arn,
    wake,
    send(message) {
      const sent = store.send(definition, message);
      wake();
      return sent;
    },
    async receive({ limit = 1, visibilityTimeout = definition.visibilityTimeout, wait = 0, signal } = {}) {
      const deadline = Date.now() + wait;
      for (;;) {
        if (closed || signal?.aborted) return [];
        const messages = take(limit, visibilityTimeout);
        if (messages.length > 0 || Date.now() >= deadline) return messages;
        await waitUntilVisible(deadline, signal);
      }
    },
    remove: (receipt) => store.remove(definition, receipt),
    changeVisibility(receipt, seconds) {
      const hidden = store.changeVisibility(definition, receipt, seconds);
      wake();
      return hidden;
    },
    count: () => store.count(definition),
    purge: () => store.purge(definition),
    expire: () => store.expire(definition),
    close() {
      closed = true;
      wake();
    },
  };
}
