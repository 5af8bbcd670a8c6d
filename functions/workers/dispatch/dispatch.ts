import { isTerminal } from '@talking-avatar/contract';
import { startExecution } from '#aws';
import {
  assignStartTag,
  cancelOverdueJob,
  deadlineOf,
  findJob,
  type JobItem,
  parkJob,
  releaseLease,
  startParkedJobs,
  takeLease,
} from '#jobs';
import type { SettingsOf } from '#runtime';

type Settings = SettingsOf<'dispatch'>;

/** Result of handling a message: the job was started or parked, or needed no action. */
type DispatchOutcome = 'started' | 'parked' | 'ignored';

/**
 * Starts a queued or restarted job, or parks it if there is no capacity. A job past its deadline is cancelled. Messages may arrive twice or
 * late, but repeating one has no effect because the lease and the execution are named after the job. After parking a job, it tries once
 * more to take a lease, because capacity may have become free in the meantime.
 */
export async function dispatchJob(settings: Settings, id: string): Promise<DispatchOutcome> {
  const job = await findJob(settings.JOBS_TABLE, id);
  if (!job || isTerminal(job.status)) return releaseUnusedLease(settings, id);
  if (job.status !== 'queued') return job.restarted_at === undefined ? 'ignored' : startJobExecution(settings, job);
  if ((deadlineOf(job) ?? Number.POSITIVE_INFINITY) <= Date.now()) {
    const cancelled = await cancelOverdueJob(settings.JOBS_TABLE, settings.EVENT_BUS, id);
    return cancelled ? releaseUnusedLease(settings, id) : 'ignored';
  }
  const capacity = capacityOf(settings);
  if (await takeLease(capacity, id, job.account)) return startJobExecution(settings, job);
  if (job.work_list === 'parked') return 'parked';
  const tag = await assignStartTag(capacity, job.account);
  if (!(await parkJob({ jobs: settings.JOBS_TABLE, capacity: settings.CAPACITY }, job, tag))) return 'ignored';
  return (await takeLease(capacity, id, job.account)) ? startJobExecution(settings, job) : 'parked';
}

const capacityOf = (settings: Settings) => ({ table: settings.CAPACITY_TABLE, size: settings.CAPACITY });

/** Releases the lease of a job that ended before it started. There is no execution that would release it. */
async function releaseUnusedLease(settings: Settings, id: string): Promise<DispatchOutcome> {
  const resources = { jobs: settings.JOBS_TABLE, capacity: capacityOf(settings), jobsQueue: settings.JOBS_QUEUE_URL };
  if (await releaseLease(resources.capacity, id)) await startParkedJobs(resources);
  return 'ignored';
}

/** Starts the execution. If the job has ended in the meantime, its lease is released. */
async function startJobExecution(settings: Settings, job: JobItem): Promise<DispatchOutcome> {
  const started = await startExecution(settings.STATE_MACHINE_ARN, job);
  if (started) return 'started';
  const now = await findJob(settings.JOBS_TABLE, job.id);
  return !now || isTerminal(now.status) ? releaseUnusedLease(settings, job.id) : 'ignored';
}
