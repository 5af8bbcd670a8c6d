import { isTerminal, type JobEventType, type TerminalStatus } from '../contract/index.ts';
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
 * Tells the bus that a job has ended. The write that ends a job puts it on the list of those whose end was not told, and this
 * moves it to the list of those whose costs are to be audited: whatever fails in between, the sweeper finds it there.
 *
 *   end + list ─ (crash) ─ sweep ─ publish ─ next list           at least once, normally once
 *
 * A cancelled job goes on to the list of those whose folder is emptied: nobody will ask for what was made of it.
 *
 * @throws when the bus did not take it
 */
export async function publishJobEnd(resources: { jobs: string; bus: string }, id: string): Promise<void> {
  const job = await findJob(resources.jobs, id);
  if (!job || !isTerminal(job.status) || job.waiting !== UNANNOUNCED) return;
  await publishJobEvent(resources.bus, EVENT_OF[job.status], job, job.finished_at ?? job.created_at);
  await moveToWorkList(resources.jobs, id, UNANNOUNCED, job.status === 'cancelled' ? REMOVED : UNAUDITED);
}
