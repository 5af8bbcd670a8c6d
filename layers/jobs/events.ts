import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  EVENT_SOURCE,
  isTerminal,
  type JobEvent,
  type JobEventType,
  type JobRecord,
  type JobSpecification,
  type TerminalStatus,
  WEBHOOK_OF_EVENT,
} from '@talking-avatar/contract';
import { eventBridge } from '#aws/clients';
import { REMOVED, UNANNOUNCED, UNAUDITED } from './item.ts';
import { findJob } from './queries.ts';
import { moveToWorkList } from './transitions.ts';

/**
 * Publishes a job event. An event may be published twice; both copies have the same ID, so that consumers can detect it.
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
  if (FailedEntryCount) throw new Error(`EventBridge rejected ${type} of job ${job.id}: ${Entries?.[0]?.ErrorCode}`);
}

const EVENT_OF: Readonly<Record<TerminalStatus, JobEventType>> = {
  succeeded: 'job.succeeded',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/**
 * Publishes a job's end event, at least once. The write that ends a job puts it on the `unannounced` work list. This function publishes the
 * event and moves the job to the next list: a cancelled job to `removed`, so that its folder is emptied, and any other job to `unaudited`.
 * After a crash in between, the sweep finds the job on `unannounced`.
 * @throws when EventBridge does not accept the event
 */
export async function publishJobEnd(resources: { jobs: string; bus: string }, id: string): Promise<void> {
  const job = await findJob(resources.jobs, id);
  if (!job || !isTerminal(job.status) || job.work_list !== UNANNOUNCED) return;
  await publishJobEvent(resources.bus, EVENT_OF[job.status], job, job.finished_at ?? job.created_at);
  await moveToWorkList(resources.jobs, id, UNANNOUNCED, job.status === 'cancelled' ? REMOVED : UNAUDITED);
}
