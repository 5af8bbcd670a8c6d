import { isTerminal, type JobEventType, type TerminalStatus } from '../contract/index.ts';
import { publishJobEvent } from './events.ts';
import { UNANNOUNCED } from './jobs/item.ts';
import { findJob } from './jobs/queries.ts';
import { leaveList } from './jobs/transitions.ts';

const EVENT_OF: Readonly<Record<TerminalStatus, JobEventType>> = {
  succeeded: 'job.succeeded',
  failed: 'job.failed',
  cancelled: 'job.cancelled',
};

/**
 * Tells the bus that a job has ended. The write that ends a job puts it on the list of those whose end was not told, and this
 * takes it off: whatever fails in between, the sweeper finds it there.
 *
 *   end + list ─ (crash) ─ sweep ─ publish ─ off the list        at least once, normally once
 *
 * @throws when the bus did not take it
 */
export async function announceEnd(resources: { jobs: string; bus: string }, id: string): Promise<void> {
  const job = await findJob(resources.jobs, id);
  if (!job || !isTerminal(job.status) || job.waiting !== UNANNOUNCED) return;
  await publishJobEvent(resources.bus, EVENT_OF[job.status], job, job.finished_at ?? job.created_at);
  await leaveList(resources.jobs, id, UNANNOUNCED);
}
