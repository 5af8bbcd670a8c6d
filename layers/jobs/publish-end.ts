import { isTerminal, type JobEventType, type TerminalStatus } from '@talking-avatar/contract';
import { publishJobEvent } from './events.ts';
import { REMOVED, UNANNOUNCED, UNAUDITED } from './item.ts';
import { findJob } from './queries.ts';
import { moveToWorkList } from './transitions.ts';

const EVENT_OF: Readonly<Record<TerminalStatus, JobEventType>> = {
  succeeded: 'job.succeeded',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/**
 * Publishes the end of a job, at least once. The write that ends a job puts it on the work list `unannounced`. This function
 * publishes the event and moves the job to the next list: a cancelled job to `removed`, so that its folder is emptied, any other to
 * `unaudited`. After a crash in between, the sweep finds the job on `unannounced`.
 *
 * @throws when EventBridge does not accept the event
 */
export async function publishJobEnd(resources: { jobs: string; bus: string }, id: string): Promise<void> {
  const job = await findJob(resources.jobs, id);
  if (!job || !isTerminal(job.status) || job.work_list !== UNANNOUNCED) return;
  await publishJobEvent(resources.bus, EVENT_OF[job.status], job, job.finished_at ?? job.created_at);
  await moveToWorkList(resources.jobs, id, UNANNOUNCED, job.status === 'cancelled' ? REMOVED : UNAUDITED);
}
