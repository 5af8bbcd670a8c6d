import type { Delivery, Outbox } from './outbox.ts';
import type { Target } from './rules.ts';

/** Maximum number of concurrent deliveries: enough to keep every function busy, and few enough for a quick restart. */
const MAX_CONCURRENCY = 100;
/** First and maximum delay before a retry, in ms. EventBridge also uses exponential backoff with jitter. */
const FIRST_DELAY = 200;
const LONGEST_DELAY = 60_000;
const LONGEST_TIMER = 60_000;

export interface Deliveries {
  /** Looks for due deliveries. Call it after every addition to the outbox. */
  wake(): void;
  /** Starts no new deliveries, and waits for the ones in progress. */
  stop(): Promise<void>;
}

async function deliver({ destination }: Target, { event }: Delivery): Promise<void> {
  if (destination.kind === 'queue') destination.queue.send({ body: JSON.stringify(event) });
  else await destination.invoke(event);
}

/** @returns the delay before the next attempt in ms, or undefined if there will not be one */
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
 * Delivers the outbox's events at least once: a delivery is removed from the outbox only after its target accepts it or the last attempt
 * fails.
 * @param onFault called with an error for every failed attempt and for deliveries whose target no longer exists
 */
export function startDeliveries(outbox: Outbox, targets: ReadonlyMap<string, Target>, onFault: (error: unknown) => void): Deliveries {
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  async function attempt(delivery: Delivery): Promise<void> {
    const target = targets.get(delivery.target);
    if (!target) {
      outbox.remove(delivery.id);
      onFault(new Error(`The target ${delivery.target} no longer exists; dropped its event ${delivery.event.id}`));
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
    // The outbox also lists deliveries in progress, which are filtered out here.
    const due = outbox.listDue(MAX_CONCURRENCY + underWay.size).filter(({ id }) => !underWay.has(id));
    due.slice(0, MAX_CONCURRENCY - underWay.size).forEach(start);
    const next = outbox.nextDue(now);
    // A due delivery without a free slot waits for a delivery in progress to end.
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
