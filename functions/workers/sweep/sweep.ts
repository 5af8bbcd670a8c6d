import { type ErrorBody, isTerminal } from '@talking-avatar/contract';
import { type Clock, deleteFolder, enqueueJob, executionNameOf, findExecutionOutcome, isoTime, jobFolder, log, stopExecution } from '#aws';
import type { Audit } from '#billing';
import {
  cancelOverdueJob,
  deadlineOf,
  type FinalizationResources,
  finalizeJob,
  findJob,
  finishAudit,
  finishDeliveries,
  type JobItem,
  LATE_WRITE_WINDOW_S,
  type Lease,
  listJobsOnWorkList,
  listLeases,
  listMisplacedParkedJobs,
  listParkedWithDeadline,
  moveParkedJob,
  moveToWorkList,
  publishJobEnd,
  REMOVED,
  startNextJob,
  startParkedJobs,
  UNAUDITED,
  UNDELIVERED,
  updateDeliveryWatch,
  writeTerminalStatus,
} from '#jobs';
import { endOverdueDeliveries, OVERDUE_AFTER_MS, waitingTimesOf } from '#webhooks';

interface SweepResources extends FinalizationResources {
  webhooks: string;
  stateMachineArn: string;
  /** Audits the ledger rows of a job that has ended. */
  audit(job: JobItem): Promise<Audit>;
  /** Age at which a message that had no effect is considered lost, in ms. */
  lostAfter: number;
}

/** Number of repairs by kind. */
interface SweepResult {
  resent: number;
  finalized: number;
  released: number;
  started: number;
  cancelled: number;
  announced: number;
  emptied: number;
  undelivered: number;
  audited: number;
}

/** Interval between sweeps, in ms. */
const SWEEP_INTERVAL = 60_000;

/** Maximum number of jobs to handle per work list in one sweep. */
const MAX_JOBS = 200;

/** Time limit for audits in one sweep, in ms. */
const AUDIT_TIME_LIMIT = 15_000;

/** Time limit for starting parked jobs in one sweep, in ms. */
const START_TIME_LIMIT = 10_000;

/** Time limit for cancelling overdue jobs in one sweep, in ms. */
const CANCEL_TIME_LIMIT = 10_000;

/** How long after its end or deletion a job is audited, in ms. */
const AUDIT_WINDOW = 86_400_000;

/** Maximum number of leases to check in one sweep. Each takes a request to Step Functions, which allows ten per second. */
const MAX_LEASES = 100;

/**
 * Repairs the effects of a crash between two writes. Normally it finds nothing.
 *
 * - job accepted, but not handled by the dispatcher      → sent to the queue again
 * - job without its recording                            → failed
 * - webhook waiting past its last possible attempt       → failed, so that it can be replayed
 * - job ended, but its event is not published            → published
 * - objects of a cancelled or deleted job                → deleted
 * - lease of an ended job                                → execution stopped, lease passed on
 * - lease of a job whose execution has ended             → finalized, or restarted once if the service lost it
 * - lease of a job without an execution                  → sent to the queue again
 * - parked jobs and free capacity                        → started
 * - job parked past its deadline                         → cancelled
 * - job ended, but its ledger may be incomplete          → audited; last, so that a slow ledger delays nothing else
 *
 * @throws the first error from any part, after all parts have run
 */
export async function sweep(resources: SweepResources, clock: Clock = Date.now): Promise<SweepResult> {
  const now = clock();
  const result: SweepResult = {
    resent: 0,
    finalized: 0,
    released: 0,
    started: 0,
    cancelled: 0,
    announced: 0,
    emptied: 0,
    undelivered: 0,
    audited: 0,
  };
  let leases: readonly Lease[] = [];
  const parts = [
    () => resendLostJobs(resources, now, result),
    () => failLostRecordings(resources, now, result),
    () => publishEnds(resources, now, result),
    () => emptyRemovedFolders(resources, now, result),
    () => endLostDeliveries(resources, now, result),
    () => rekeyMisplacedJobs(resources),
    async () => {
      leases = await listLeases(resources.capacity);
    },
    () => useFreeCapacity(resources, result),
    () => repairLeases(resources, leases, now, result),
    () => cancelOverdueJobs(resources, now, result),
    () => auditEndedJobs(resources, now, result),
  ];
  const errors: unknown[] = [];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      log.error('Part of the sweep failed', error as Error);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return result;
}

async function resendLostJobs(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  for (const job of await listStuckJobs(resources, 'accepted', now)) {
    await enqueueJob(resources.jobsQueue, job);
    result.resent += 1;
  }
}

/** Lists jobs that have been on a work list for too long. */
const listStuckJobs = ({ jobs, lostAfter }: SweepResources, list: Parameters<typeof listJobsOnWorkList>[1], now: number) =>
  listJobsOnWorkList(jobs, list, MAX_JOBS, isoTime(now - lostAfter));

async function failLostRecordings(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  for (const job of await listStuckJobs(resources, 'arriving', now)) {
    await writeTerminalStatus(resources, job, { status: 'failed', error: RECORDING_LOST });
    await publishJobEnd(resources, job.id);
    result.finalized += 1;
  }
}

const RECORDING_LOST: ErrorBody = {
  title: 'Recording lost',
  message: 'The recording was not stored when the job was submitted. The job does not count against the quota. Submit it again.',
  code: 503,
};

async function publishEnds(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  for (const { id } of await listStuckJobs(resources, 'unannounced', now)) {
    await publishJobEnd(resources, id);
    result.announced += 1;
  }
}

async function emptyRemovedFolders(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  for (const job of await listStuckJobs(resources, REMOVED, now)) {
    if ((await deleteFolder(resources.bucket, jobFolder(job.id))) > 0) result.emptied += 1;
    if (lastChangeTime(job) < now - LATE_WRITE_WINDOW_S * 1000) await moveToWorkList(resources.jobs, job.id, REMOVED, UNAUDITED);
  }
}

async function endLostDeliveries(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  const until = isoTime(now - OVERDUE_AFTER_MS);
  for (const { id } of await listJobsOnWorkList(resources.jobs, UNDELIVERED, MAX_JOBS, until)) {
    const overdue = await findJob(resources.jobs, id);
    const ended = overdue ? await endOverdueDeliveries(resources, overdue, now) : 0;
    result.undelivered += ended;
    const job = await findJob(resources.jobs, id);
    if (!job) continue;
    const since = waitingTimesOf(job);
    if (since.length > 0) await updateDeliveryWatch(resources.jobs, id, Math.min(...since));
    else await finishDeliveries(resources.jobs, job);
    if (ended > 0) log.warn('A webhook was given up: the message of its next attempt was lost', { job: id, ended });
  }
}

/** Returns when a job was deleted or, if it was not deleted, when it ended, in ms since 1970. */
const lastChangeTime = ({ deleted_at, finished_at }: JobItem): number => Date.parse(deleted_at ?? finished_at ?? '');

async function auditEndedJobs(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  const began = performance.now();
  const jobs = await listStuckJobs(resources, UNAUDITED, now);
  // Starts at a random job, so that jobs that cannot be audited do not block the others.
  const first = Math.floor(Math.random() * jobs.length);
  for (const job of [...jobs.slice(first), ...jobs.slice(0, first)]) {
    if (performance.now() - began > AUDIT_TIME_LIMIT) return;
    await audit(resources, job, result);
    if (lastChangeTime(job) < now - AUDIT_WINDOW) await finishAudit(resources.jobs, job);
  }
}

/** Audits a job and removes it from its work list. If an error occurs, the job remains on the list. */
async function audit(resources: SweepResources, job: JobItem, result: SweepResult): Promise<void> {
  try {
    const { estimated } = await resources.audit(job);
    await finishAudit(resources.jobs, job);
    result.audited += 1;
    if (estimated > 0) log.warn('Invocations without a ledger row were estimated', { job: job.id, estimated });
  } catch (error) {
    log.error('The job could not be audited', error as Error);
  }
}

async function cancelOverdueJobs(resources: SweepResources, now: number, result: SweepResult): Promise<void> {
  const began = performance.now();
  for await (const jobs of listParkedWithDeadline(resources.jobs, resources.capacity.size)) {
    for (const job of jobs) {
      if (performance.now() - began > CANCEL_TIME_LIMIT) return;
      const deadline = deadlineOf(job);
      if (deadline !== undefined && deadline < now && (await cancelOverdueJob(resources.jobs, resources.bus, job.id))) {
        result.cancelled += 1;
      }
    }
  }
}

/** Moves jobs that were parked under a higher capacity to their current keys. */
async function rekeyMisplacedJobs({ jobs, capacity }: SweepResources): Promise<void> {
  for (const job of await listMisplacedParkedJobs(jobs, capacity.size, MAX_JOBS)) await moveParkedJob(jobs, job, capacity.size);
}

/** Starts parked jobs while there is free capacity, for example after the capacity was increased. */
async function useFreeCapacity(resources: SweepResources, result: SweepResult): Promise<void> {
  const began = performance.now();
  let started = 0;
  do {
    started = await startParkedJobs(resources);
    result.started += started;
  } while (started > 0 && performance.now() - began < START_TIME_LIMIT);
}

/** Picks the leases to check in this sweep: a different subset of the old ones every minute. */
function pickLeases(leases: readonly Lease[], now: number, lostAfter: number): string[] {
  const old = leases.filter(({ since }) => Date.parse(since) <= now - lostAfter).map(({ job }) => job);
  const parts = Math.ceil(old.length / MAX_LEASES);
  const part = Math.floor(now / SWEEP_INTERVAL) % Math.max(parts, 1);
  return old.sort().slice(part * MAX_LEASES, (part + 1) * MAX_LEASES);
}

async function repairLeases(resources: SweepResources, leases: readonly Lease[], now: number, result: SweepResult): Promise<void> {
  for (const id of pickLeases(leases, now, resources.lostAfter)) {
    const job = await findJob(resources.jobs, id);
    if (!job || isTerminal(job.status)) {
      await stopExecution(resources.stateMachineArn, job ?? { id });
      await startNextJob(resources, id);
      result.released += 1;
      continue;
    }
    const execution = await findExecutionOutcome(resources.stateMachineArn, job);
    if (execution === 'running') continue;
    if (execution === 'unknown') {
      await enqueueJob(resources.jobsQueue, job);
      result.resent += 1;
    } else {
      const finalized = await finalizeJob(resources, executionNameOf(job), execution);
      result[finalized ? 'finalized' : 'resent'] += 1;
    }
  }
}
