import { type JobRecord, WEBHOOK_EVENTS, type WebhookDelivery, type WebhookKey } from '@talking-avatar/contract';
import { eventTypeOf } from './body.ts';
import { claimAttempt, deliveryStart, giveUpDelivery, isRunningSuperseded, skipDelivery } from './deliveries.ts';
import { failedDeliveryOf, storeFailedDelivery } from './failed-deliveries.ts';
import { OVERDUE_AFTER_MS } from './schedule.ts';

interface WaitingDelivery {
  event: WebhookKey;
  delivery: WebhookDelivery;
}

/** Deliveries of a job that are waiting for an attempt, and whose event has occurred. */
export const waitingDeliveriesOf = (job: JobRecord): WaitingDelivery[] =>
  WEBHOOK_EVENTS.flatMap((event) => {
    const delivery = job.deliveries?.[event];
    return delivery?.state === 'waiting' && eventTypeOf(event, job) ? [{ event, delivery }] : [];
  });

/** Duration of the claim for ending a delivery, in ms. Longer than two writes take. */
const CLAIM_TIME = 15_000;

/** Returns the times since when the webhooks of a job have been waiting, in ms since 1970. */
export const waitingTimesOf = (job: JobRecord): number[] =>
  waitingDeliveriesOf(job).map(({ event, delivery }) => deliveryStart(event, job, delivery));

/** Ends those deliveries of a job whose messages were lost, so that they can be replayed. @returns how many were ended */
export async function endOverdueDeliveries(tables: { jobs: string; webhooks: string }, job: JobRecord, now: number): Promise<number> {
  let ended = 0;
  for (const { event, delivery } of waitingDeliveriesOf(job)) {
    const start = deliveryStart(event, job, delivery);
    if (start <= now - OVERDUE_AFTER_MS && (await endDelivery(tables, job, { event, delivery }, now))) ended += 1;
  }
  return ended;
}

/** @returns false while an attempt is in progress */
async function endDelivery(
  tables: { jobs: string; webhooks: string },
  job: JobRecord,
  { event, delivery }: WaitingDelivery,
  now: number,
): Promise<boolean> {
  if (isRunningSuperseded(job, event)) return skipDelivery(tables.jobs, job.id, event, delivery);
  const { attempts } = delivery;
  if (!(await claimAttempt(tables.jobs, job.id, event, { attempts, now, until: now + CLAIM_TIME }))) return false;
  await storeFailedDelivery(tables.webhooks, failedDeliveryOf(job, event, attempts, 'the message of its next attempt was lost'));
  return giveUpDelivery(tables.jobs, job.id, event, delivery);
}
