import type { Delivery, Outbox } from './outbox.ts';
import type { Target } from './rules.ts';

/** Concurrent deliveries: enough to keep every function busy, few enough to start quickly after a restart. */
const MAX_CONCURRENCY = 100;
/** First and longest pause before a retry, ms; EventBridge also backs off, with jitter. */
const FIRST_DELAY = 200;
const LONGEST_DELAY = 60_000;
const LONGEST_TIMER = 60_000;

export interface Deliveries {
  /** Looks for due deliveries; to be called after every addition to the outbox. */
  wake(): void;
  /** Starts no more deliveries and waits for those in progress. */
  stop(): Promise<void>;
}

async function deliver({ destination }: Target, { event }: Delivery): Promise<void> {
  if (destination.kind === 'queue') destination.queue.send({ body: JSON.stringify(event) });
  else await destination.invoke(event);
}

/** @returns the pause before the next attempt, ms, or undefined for none */
function planRetry({ maxAttempts, maxAge }: Target, { attempts, accepted }: Delivery): number | undefined {
  if (attempts + 1 >= maxAttempts || Date.now() - accepted >= maxAge) return undefined;
  const pause = Math.min(FIRST_DELAY * 2 ** attempts, LONGEST_DELAY);
  return pause * (0.5 + Math.random() / 2);
}

function sendToDeadLetterQueue(target: Target, { event, attempts }: Delivery, error: unknown): void {
  const text = (StringValue: string) => ({ DataType: 'String', StringValue });
  const { name, message } = error as Error;
  target.deadLetters?.send({
    body: JSON.stringify(event),
    attributes: {
      RULE_NAME: text(target.name.split('/')[0]!),
      TARGET_ARN: text(target.arn),
      RETRY_ATTEMPTS: text(String(attempts)),
      ERROR_CODE: text(String(name || 'Error')),
      ERROR_MESSAGE: text(String(message || error)),
    },
  });
}

/**
 * Delivers the outbox's events at least once: a delivery leaves the outbox only when its target has accepted it or it was given up.
 * @param onFault called with the error of every failed attempt, and for deliveries without a target
 */
export function startDeliveries(outbox: Outbox, targets: ReadonlyMap<string, Target>, onFault: (error: unknown) => void): Deliveries {
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  async function attempt(delivery: Delivery): Promise<void> {
    const target = targets.get(delivery.target);
    if (!target) {
      outbox.remove(delivery.id);
      onFault(new Error(`The target ${delivery.target} is gone; its event ${delivery.event.id} is dropped`));
      return;
    }
    try {
      await deliver(target, delivery);
      outbox.remove(delivery.id);
    } catch (error) {
      onFault(error);
      const pause = planRetry(target, delivery);
      if (pause !== undefined) return outbox.postpone(delivery.id, Date.now() + pause);
      sendToDeadLetterQueue(target, delivery, error);
      outbox.remove(delivery.id);
    }
  }

  function start(delivery: Delivery): void {
    const run = attempt(delivery)
      .catch(onFault)
      .finally(() => {
        underWay.delete(delivery.id);
        look();
      });
    underWay.set(delivery.id, run);
  }

  function look(): void {
    clearTimeout(timer);
    if (stopping) return;
    const now = Date.now();
    // The outbox also lists those in progress, which are left out here.
    const due = outbox.listDue(MAX_CONCURRENCY + underWay.size).filter(({ id }) => !underWay.has(id));
    due.slice(0, MAX_CONCURRENCY - underWay.size).forEach(start);
    const next = outbox.nextDue(now);
    // A due delivery without a free slot waits until one in progress ends.
    if (next !== undefined) timer = setTimeout(look, Math.min(next - now, LONGEST_TIMER));
  }

  look();
  return {
    wake: look,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
