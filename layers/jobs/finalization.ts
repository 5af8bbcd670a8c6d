import { type ErrorBody, errorBodySchema, isTerminal } from '@talking-avatar/contract';
import * as v from 'valibot';
import { type ExecutionOutcome, executionNameOf, jobOfExecution } from '#aws/executions';
import { log } from '#aws/log';
import { jobFolder } from '#aws/object-keys';
import { deleteFolder } from '#aws/objects';
import { enqueueJob } from '#aws/queues';
import { isTransientError } from '#aws/transient-errors';
import { type CapacityTable, passLease, releaseLease, takeLease } from './capacity/leases.ts';
import { advanceVirtualTime } from './capacity/start-tags.ts';
import { publishJobEnd } from './events.ts';
import { type JobItem, startTagOf } from './item.ts';
import { countFailedJob, countRestartedJob } from './job-metrics.ts';
import { findJob, listParkedJobs } from './queries.ts';
import { JOB_FAILED, SEGMENT_FAILED } from './steps/failure.ts';
import { type JobOutcome, markJobRestarted, unparkJob, writeTerminalStatus } from './transitions.ts';

export interface FinalizationResources {
  jobs: string;
  tokens: string;
  capacity: CapacityTable;
  jobsQueue: string;
  bus: string;
  bucket: string;
}

/**
 * Number of parked jobs to read when passing on a lease. Jobs that just started are still listed: 29 at 580 starts per second and a
 * delay of 50 ms.
 */
const CANDIDATES = 40;

/**
 * Finalizes a job whose execution has ended, or restarts it. It can be repeated safely: the status and the lease change only once, and the
 * event has the same ID.
 * @param name name of the execution
 * @returns false if the job was restarted instead
 * @throws Error if the execution is not a job's
 */
export async function finalizeJob(resources: FinalizationResources, name: string, execution: ExecutionOutcome): Promise<boolean> {
  const id = jobOfExecution(name);
  const job = await findJob(resources.jobs, id);
  if (job && (await restartJob(resources, job, name, execution))) return false;
  if (job) {
    const outcome = outcomeOf(execution);
    const finished = await writeTerminalStatus(resources, job, outcome);
    if (finished && outcome.status === 'failed') {
      countFailedJob(outcome.error?.code ?? 500);
      logFailure(id, execution, outcome.error ?? INTERNAL_ERROR);
    }
    await publishJobEnd(resources, id);
  }
  await startNextJob(resources, id);
  // The execution was stopped because the job was cancelled or deleted. If a step still writes objects after this, the sweep deletes them.
  if (job && execution.status === 'ABORTED' && job.status !== 'succeeded' && job.status !== 'failed')
    await deleteFolder(resources.bucket, jobFolder(id));
  return true;
}

/**
 * Starts a second execution of a job whose first one the service has lost, once. The job keeps its status, lease, and quota, so its client
 * only notices the time. Step Functions' own redrive would resume at the failed state, after a video's segments have been deleted.
 *
 *   mark the job restarted ─ send it to the dispatcher ─ (dispatch starts the execution `ID-2`)
 *
 * After a crash in between, the repeated event of the first execution, or the sweep, which finds a lease without an execution, sends it.
 * @returns true if the job now has a second execution, so that the end of the first one can be ignored
 */
async function restartJob(resources: FinalizationResources, job: JobItem, name: string, execution: ExecutionOutcome): Promise<boolean> {
  if (isTerminal(job.status)) return false;
  const isOutdated = name !== executionNameOf(job);
  if (!isOutdated) {
    if (job.restarted_at !== undefined || !isLost(execution)) return false;
    if (!(await markJobRestarted(resources.jobs, job.id))) {
      // Another process may have restarted or ended it since.
      const now = await findJob(resources.jobs, job.id);
      return now !== undefined && restartJob(resources, now, name, execution);
    }
    countRestartedJob();
    log.warn('The job is restarted: its execution was lost', { job: job.id, error: execution.error, cause: execution.cause });
  }
  await enqueueJob(resources.jobsQueue, job);
  return true;
}

/**
 * Errors of an execution that was lost. A timeout or a missing heartbeat is left out: after its retries, it would happen again.
 *
 * - a function or task that ended without reporting a result: killed, out of memory, or not started
 * - a call that failed inside Lambda or ECS, as opposed to one that they rejected, such as `Lambda.AccessDeniedException`
 * - an AWS service that was unavailable when a step called it
 */
const LOST_ERRORS: readonly RegExp[] = [
  /^(Runtime\.ExitError|Task\..+)$/,
  /^(Lambda|(Amazon)?ECS)\.(Unknown|(AmazonECS|AWSLambda|SdkClient|Server|Service)Exception)$/,
  /^(.*Unavailable|Internal(Server)?(Error|Failure))(Exception)?$/,
];

/** Matches the name of the error in the cause of a segment that could not be rendered. */
const SEGMENT_ERROR = /: ([\w.]+)\.$/;

/** True if an execution failed because the service or AWS lost a step, rather than because the step itself reported an error. */
function isLost({ status, error, cause = '' }: ExecutionOutcome): boolean {
  const name = error === SEGMENT_FAILED ? SEGMENT_ERROR.exec(cause)?.[1] : error;
  return status === 'FAILED' && name !== undefined && (LOST_ERRORS.some((pattern) => pattern.test(name)) || isTransientError({ name }));
}

/**
 * Passes an ended job's lease to the next parked job, or releases it.
 *
 *   dispatch:  take lease ─ failed ─ park ─ take lease ─ failed ─ (wait)     one of the two sees the write of the other,
 *   finalize:                  release lease ─ list parked jobs ─ start      so no job is left parked while capacity is free
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
  await startParkedJobs(resources);
}

type StartResources = Omit<FinalizationResources, 'tokens' | 'bus' | 'bucket'>;

/** Starts parked jobs while there is free capacity. @returns the number of started jobs */
export async function startParkedJobs(resources: StartResources): Promise<number> {
  let started = 0;
  for (const next of await listParkedJobs(resources.jobs, resources.capacity.size, CANDIDATES)) {
    if (!(await takeLease(resources.capacity, next.id, next.account))) break;
    if (await startParkedJob(resources, next)) started += 1;
    else if (await hasEnded(resources.jobs, next.id)) await releaseLease(resources.capacity, next.id);
  }
  return started;
}

/** Sends a parked job, which now has a lease, to the dispatcher. @returns false if it is no longer queued */
async function startParkedJob({ jobs, jobsQueue, capacity }: StartResources, next: JobItem): Promise<boolean> {
  if (!(await unparkJob(jobs, next.id))) return false;
  await advanceVirtualTime(capacity.table, startTagOf(next.list_position ?? '0'));
  await enqueueJob(jobsQueue, next);
  return true;
}

/** True if the job has ended, so its lease can be released. The index lags, so a job listed as parked may have just started. */
async function hasEnded(table: string, id: string): Promise<boolean> {
  const job = await findJob(table, id);
  return !job || isTerminal(job.status);
}

/** Logs why a job failed. The cause of an input error is left out because it may quote text from the client. */
function logFailure(job: string, { status, error, cause }: ExecutionOutcome, { title, code }: ErrorBody): void {
  const fields = { job, execution: status, error, title, code };
  if (code >= 500) log.error('The job failed', { ...fields, cause });
  else log.info('The job failed', fields);
}

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
  message: "The service's operator stopped the job. Submit it again.",
  code: 503,
};

const TIMED_OUT: ErrorBody = {
  title: 'Job took too long',
  message: 'The job reached its time limit and was stopped. It does not count against the quota.',
  code: 500,
};

const INTERNAL_ERROR: ErrorBody = {
  title: 'Internal error',
  message: 'The service failed. The job does not count against the quota. Submit it again, or send its ID to support.',
  code: 500,
};

const causeSchema = v.pipe(v.string(), v.parseJson(), v.object({ errorMessage: v.pipe(v.string(), v.parseJson(), errorBodySchema) }));

/** Parses the error body in the cause that Step Functions creates for a `JobFailedError`. */
function parseCause(cause: string | undefined): ErrorBody | undefined {
  const result = v.safeParse(causeSchema, cause);
  return result.success ? result.output.errorMessage : undefined;
}
