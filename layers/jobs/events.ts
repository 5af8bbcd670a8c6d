import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  EVENT_SOURCE,
  type JobEvent,
  type JobEventType,
  type JobRecord,
  type JobSpecification,
  WEBHOOK_OF_EVENT,
} from '@talking-avatar/contract';
import { eventBridge } from '#aws/clients';

/**
 * Publishes an event of a job. An event may be published twice, with the same id, so that consumers can detect it.
 *
 * @throws when EventBridge does not accept the event
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
  if (FailedEntryCount) throw new Error(`EventBridge refused ${type} of job ${job.id}: ${Entries?.[0]?.ErrorCode}`);
}
