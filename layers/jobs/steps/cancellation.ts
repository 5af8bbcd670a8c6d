import { isTerminal, type JobStatus } from '@talking-avatar/contract';
import { CANCELLATION_GRACE_PERIOD, CANCELLATION_POLL_INTERVAL } from '#aws/cancellation-times';
import { log } from '#aws/log';
import { findJob } from '../queries.ts';
import { JobFailedError } from './failure.ts';

/** Creates the error of a step whose job has ended. */
export const createJobEndedError = (status: JobStatus): JobFailedError =>
  new JobFailedError({ title: 'Job ended', message: `The job has already ended with status ${status}.`, code: 409 });

/**
 * Runs a step until it or its job ends. Stopping an execution does not stop a running function, so the function polls the job every
 * `CANCELLATION_POLL_INTERVAL` ms. Once the job has ended, the signal aborts. If the step is still running `CANCELLATION_GRACE_PERIOD` ms
 * later, the process exits.
 * @param exit exits the process
 */
export async function runUnlessCancelled<T>(
  jobsTable: string,
  id: string,
  run: (signal: AbortSignal) => Promise<T>,
  exit: () => void = () => process.exit(1),
): Promise<T> {
  const controller = new AbortController();
  let exitTimer: NodeJS.Timeout | undefined;
  let ended = false;
  const checkJob = async () => {
    const job = await findJob(jobsTable, id).catch(() => undefined);
    // An exit timer that is set after the step has ended would kill this process's next invocation.
    if (ended || !job || !isTerminal(job.status) || controller.signal.aborted) return;
    log.info('The job has ended; stopping its step', { status: job.status });
    controller.abort(createJobEndedError(job.status));
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
