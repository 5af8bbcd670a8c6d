import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { eventBridge } from '../aws/clients.ts';
import {
  EVENT_SOURCE,
  type JobEvent,
  type JobEventType,
  type JobRecord,
  type JobSpecification,
  WEBHOOK_OF_EVENT,
} from '../contract/index.ts';

/**
 * Tells the bus what happened to a job. It may be told twice: the event id is the same, since it follows from the job and the
 * kind of event.
 *
 * @throws when the bus did not take it, so that the caller is run again
 */
export async function publishJobEvent(
  bus: string,
  type: JobEventType,
  job: Pick<JobRecord, 'id' | 'account' | 'status' | 'error'> & { specification: Pick<JobSpecification, 'web_hooks'> },
  occurredAt: string,
): Promise<void> {
  const event: JobEvent = {
    type,
    event_id: `${job.id}.${type}`,
    occurred_at: occurredAt,
    job: { id: job.id, account: job.account, status: job.status, error: job.error ?? null },
    webhook: job.specification.web_hooks[WEBHOOK_OF_EVENT[type]] !== undefined,
  };
  const { FailedEntryCount, Entries } = await eventBridge().send(
    new PutEventsCommand({
      Entries: [{ EventBusName: bus, Source: EVENT_SOURCE, DetailType: type, Detail: JSON.stringify(event) }],
    }),
  );
  if (FailedEntryCount) throw new Error(`The bus refused ${type} of job ${job.id}: ${Entries?.[0]?.ErrorCode}`);
}
