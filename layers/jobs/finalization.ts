import * as v from 'valibot';
import type { ExecutionOutcome } from '../aws/index.ts';
import { log } from '../aws/log.ts';
import { deleteFolder, jobFolder } from '../aws/objects.ts';
import { enqueueJob } from '../aws/queues.ts';
import { type ErrorBody, errorBodySchema, isTerminal } from '../contract/index.ts';
import { type CapacityTable, passLease, releaseLease, takeLease } from './capacity/leases.ts';
import { advanceClock } from './capacity/start-tags.ts';
import { type JobItem, startTagOf } from './item.ts';
import { countFailedJob } from './job-metrics.ts';
import { publishJobEnd } from './publish-end.ts';
import { findJob, listParkedJobs } from './queries.ts';
import { JOB_FAILED, SEGMENT_FAILED } from './steps/failure.ts';
import { finishJob, type JobOutcome, unparkJob } from './transitions.ts';

export interface FinalizationResources {
  jobs: string;
  tokens: string;
  capacity: CapacityTable;
  jobsQueue: string;
  bus: string;
  bucket: string;
}

/**
 * Waiting jobs looked at in one go when a lease is passed on. The index shows a job that was just started for some milliseconds
 * more: with 580 starts a second and 50 ms, that is 29 jobs.
 */
const CANDIDATES = 40;

/**
 * Finalizes a job whose execution has ended: writes the terminal status, publishes the event and passes the lease on. It may be
 * repeated: the status is written once, the event keeps its id, and a released lease is not released again.
 */
export async function finalizeJob(
  resources: FinalizationResources,
  id: string,
  execution: ExecutionOutcome,
): Promise<void> {
  const job = await findJob(resources.jobs, id);
  if (job) {
    const ending = outcomeOf(execution);
    const finished = await finishJob(resources, job, ending);
    if (finished && ending.status === 'failed') {
      countFailedJob(ending.error?.code ?? 500);
      logFailure(id, execution, ending.error ?? INTERNAL_ERROR);
    }
    await publishJobEnd(resources, id);
  }
  await startNextJob(resources, id);
  // An execution is stopped for a job that was cancelled or deleted. What a step writes after this, the sweeper finds.
  if (job && execution.status === 'ABORTED' && job.status !== 'succeeded' && job.status !== 'failed')
    await deleteFolder(resources.bucket, jobFolder(id));
}

/**
 * Passes the lease of a job that ended to the next one in line, or releases it.
 *
 *   dispatch:  lease? ─no─ park ─ lease? ─no─ (waits)          one of the two sees the other's write,
 *   finalize:               release ─ anyone parked? ─ lease   so no job stays parked while capacity is free
 */
export async function startNextJob(resources: FinalizationResources, endedId: string): Promise<void> {
  for (const next of await listParkedJobs(resources.jobs, resources.capacity.size, CANDIDATES)) {
    const passing = await passLease(resources.capacity, endedId, next);
    if (passing === 'released') break;
    if (passing === 'taken') continue;
    if (await startParkedJob(resources, next)) return;
    return (await hasEnded(resources.jobs, next.id)) ? startNextJob(resources, next.id) : undefined;
  }
  await releaseLease(resources.capacity, endedId);
  await startWaitingJobs(resources);
}

type StartResources = Omit<FinalizationResources, 'tokens' | 'bus' | 'bucket'>;

/** Starts parked jobs while there is free capacity. @returns how many were started */
export async function startWaitingJobs(resources: StartResources): Promise<number> {
  let started = 0;
  for (const next of await listParkedJobs(resources.jobs, resources.capacity.size, CANDIDATES)) {
    if (!(await takeLease(resources.capacity, next.id, next.account))) break;
    if (await startParkedJob(resources, next)) started += 1;
    else if (await hasEnded(resources.jobs, next.id)) await releaseLease(resources.capacity, next.id);
  }
  return started;
}

/** Sends a parked job, which has a lease now, to the dispatcher. Returns false when it is not queued any more. */
async function startParkedJob({ jobs, jobsQueue, capacity }: StartResources, next: JobItem): Promise<boolean> {
  if (!(await unparkJob(jobs, next.id))) return false;
  await advanceClock(capacity.table, startTagOf(next.ticket ?? '0'));
  await enqueueJob(jobsQueue, next);
  return true;
}

/**
 * Whether a job needs its lease no more. The list of waiting jobs may be behind: one that is still on it may have begun under the
 * very lease that was just asked for, and keeps it.
 */
async function hasEnded(table: string, id: string): Promise<boolean> {
  const job = await findJob(table, id);
  return !job || isTerminal(job.status);
}

/** Logs why a job failed. The cause of one that the client's input made fail is left out: it may quote the client's text. */
function logFailure(job: string, { status, error, cause }: ExecutionOutcome, { title, code }: ErrorBody): void {
  const fields = { job, execution: status, error, title, code };
  if (code >= 500) log.error('The job failed', { ...fields, cause });
  else log.info('The job failed', fields);
}

/** What an execution's end means for its job. */
export function outcomeOf({ status, error, cause }: ExecutionOutcome): JobOutcome {
  if (status === 'SUCCEEDED') return { status: 'succeeded' };
  if (status === 'ABORTED') return { status: 'cancelled', error: STOPPED_BY_OPERATOR };
  if (status === 'TIMED_OUT' || error === 'States.Timeout') return { status: 'failed', error: TIMED_OUT };
  if (error === SEGMENT_FAILED && cause)
    return { status: 'failed', error: { ...INTERNAL_ERROR, message: `${cause} ${INTERNAL_ERROR.message}` } };
  return { status: 'failed', error: (error === JOB_FAILED && parseCause(cause)) || INTERNAL_ERROR };
}

const STOPPED_BY_OPERATOR: ErrorBody = {
  title: 'Job stopped',
  message: 'The job was stopped by the operator of the service before it was done; submit it again.',
  code: 503,
};

const TIMED_OUT: ErrorBody = {
  title: 'Job took too long',
  message: 'The job did not finish within the time it is given and was stopped; it does not count against the quota.',
  code: 500,
};

const INTERNAL_ERROR: ErrorBody = {
  title: 'Internal error',
  message: 'The job failed on our side; it does not count against the quota. Submit it again or tell support its id.',
  code: 500,
};

const causeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ errorMessage: v.pipe(v.string(), v.parseJson(), errorBodySchema) }),
);

/** The error that a step has written for the client, out of the cause that Step Functions makes of a Lambda error. */
function parseCause(cause: string | undefined): ErrorBody | undefined {
  const result = v.safeParse(causeSchema, cause);
  return result.success ? result.output.errorMessage : undefined;
}
