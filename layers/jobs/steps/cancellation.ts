import { isTerminal, type JobRecord } from '@talking-avatar/contract';
import { CANCELLATION_GRACE_PERIOD, CANCELLATION_POLL_INTERVAL } from '#aws/cancellation-times';
import { executionNameOf } from '#aws/executions';
import { log } from '#aws/log';
import { findJob } from '../queries.ts';
import { JobFailedError } from './failure.ts';

/** Invocation of a step: the job, and the execution that invoked it, if known. */
interface Invocation {
  id: string;
  execution: string | undefined;
}

/** Returns the error for a step whose job has ended, or has been restarted in another execution; undefined while the step may run. */
export function endOf(job: JobRecord, execution: string | undefined): JobFailedError | undefined {
  if (isTerminal(job.status))
    return new JobFailedError({ title: 'Job ended', message: `The job has already ended with status ${job.status}.`, code: 409 });
  if (execution === undefined || execution === executionNameOf(job)) return undefined;
  return new JobFailedError({ title: 'Job restarted', message: 'Another execution runs the job since it was restarted.', code: 409 });
}

/**
 * Runs a step until it, its job, or its execution ends. Ending an execution does not stop a running function or task, so the step polls the
 * job every `CANCELLATION_POLL_INTERVAL` ms. Once the job has ended or was restarted, the signal aborts. If the step is still running
 * `CANCELLATION_GRACE_PERIOD` ms later, the process exits.
 * @param exit exits the process
 */
export async function runUnlessCancelled<T>(
  jobsTable: string,
  { id, execution }: Invocation,
  run: (signal: AbortSignal) => Promise<T>,
  exit: () => void = () => process.exit(1),
): Promise<T> {
  const controller = new AbortController();
  let exitTimer: NodeJS.Timeout | undefined;
  let ended = false;
  const checkJob = async () => {
    const job = await findJob(jobsTable, id).catch(() => undefined);
    // An exit timer that is set after the step has ended would kill the next invocation in this process.
    const end = job && endOf(job, execution);
    if (ended || !end || controller.signal.aborted) return;
    log.info('The job has ended or was restarted; stopping its step', { status: job.status });
    controller.abort(end);
    exitTimer = setTimeout(exit, CANCELLATION_GRACE_PERIOD);
  };
  const timer = setInterval(checkJob, CANCELLATION_POLL_INTERVAL);
  try {
    return await run(controller.signal);
  } finally {
    ended = true;
    clearInterval(timer);
    clearTimeout(exitTimer);
  }
}
