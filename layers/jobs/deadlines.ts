import type { ErrorBody, JobSpecification } from '@talking-avatar/contract';
import { publishJobEnd } from './events.ts';
import { findJob } from './queries.ts';
import { cancelQueuedJob } from './transitions.ts';

/** Returns the time by which a job must start, in ms since 1970; undefined without a `wait_time`. */
export const deadlineOf = (job: { specification: Pick<JobSpecification, 'wait_time'>; created_at: string }): number | undefined =>
  job.specification.wait_time === undefined ? undefined : Date.parse(job.created_at) + job.specification.wait_time * 1000;

/**
 * Cancels a job that did not start within its `wait_time`, and publishes its end event. It is safe to repeat.
 * @returns true if the job was cancelled because of its deadline, now or earlier
 */
export async function cancelOverdueJob(jobsTable: string, bus: string, id: string): Promise<boolean> {
  const job = await findJob(jobsTable, id);
  if (!job) return false;
  await cancelQueuedJob(jobsTable, id, overdueError(job.specification.wait_time));
  const now = await findJob(jobsTable, id);
  if (now?.status !== 'cancelled' || now.error?.title !== OVERDUE_TITLE) return false;
  await publishJobEnd({ jobs: jobsTable, bus }, id);
  return true;
}

const OVERDUE_TITLE = 'Wait time elapsed';

const overdueError = (seconds: number | undefined): ErrorBody => ({
  title: OVERDUE_TITLE,
  message: `The job could not start within its wait_time of ${seconds} s and was cancelled.`,
  code: 408,
});
