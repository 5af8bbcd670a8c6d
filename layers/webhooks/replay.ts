import { type JobRecord, toWebhookViews, type WebhookKey } from '@talking-avatar/contract';
import { eventTypeOf } from './body.ts';
import { isRunningSuperseded, replayDelivery, restoreDelivery } from './deliveries.ts';
import { UnknownWebhookError, WebhookNotEndedError } from './errors.ts';
import { deleteFailedDelivery } from './failed-deliveries.ts';
import { enqueueAttempt } from './message.ts';

interface ReplayResources {
  jobsTable: string;
  webhooksTable: string;
  /** Queue URL. */
  webhooksQueue: string;
}

/**
 * Resends a webhook that was delivered or given up, from the beginning of the schedule. If it cannot be queued, it is left unchanged.
 * @param options `workList` is the key of the work list where the job waits for the delivery to end
 * @throws UnknownWebhookError if the job has no such webhook
 * @throws WebhookNotEndedError if it is waiting or there is nothing to send
 */
export async function replayWebhook(
  { jobsTable, webhooksTable, webhooksQueue }: ReplayResources,
  job: JobRecord,
  { event, workList }: { event: WebhookKey; workList: string },
): Promise<void> {
  const delivery = job.deliveries?.[event];
  const view = toWebhookViews(job.deliveries ?? {}, job).find((one) => one.event === event);
  if (!delivery || !view) throw new UnknownWebhookError(job.id, event);
  if (view.state === 'waiting') throw new WebhookNotEndedError('it is waiting for its next attempt', event);
  if (view.state === 'skipped' || !eventTypeOf(event, job) || isRunningSuperseded(job, event))
    throw new WebhookNotEndedError('the job has no event to report', event);
  if (!(await replayDelivery(jobsTable, job.id, event, { delivery, workList })))
    throw new WebhookNotEndedError('another request is sending it again', event);
  try {
    await enqueueAttempt(webhooksQueue, { job: job.id, event, attempts: delivery.attempts, at: 0, waits: 0 });
  } catch (error) {
    // Without a message, it would wait forever and could not be replayed.
    await restoreDelivery(jobsTable, job.id, event, delivery);
    throw error;
  }
  await deleteFailedDelivery(webhooksTable, { job: job.id, event });
}
