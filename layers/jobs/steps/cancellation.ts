import { CANCELLATION_GRACE_PERIOD, CANCELLATION_POLL_INTERVAL } from '../../aws/cancellation-times.ts';
import { log } from '../../aws/log.ts';
import { isTerminal, type JobStatus } from '../../contract/index.ts';
import { findJob } from '../queries.ts';
import { JobFailed } from './failure.ts';

/** The error of a step whose job has ended. */
export const createJobEndedError = (status: JobStatus): JobFailed =>
  new JobFailed({ title: 'Job ended', message: `The job is ${status} already.`, code: 409 });

/**
 * Runs a step until it ends or its job does. Stopping an execution does not stop a running function, so the function polls the job
 * every `CANCELLATION_POLL_INTERVAL` ms. When the job has ended, the step's signal aborts; a step that is still running
 * `CANCELLATION_GRACE_PERIOD` ms later is ended with its process.
 *
 * @param leave ends the process and everything that the step has started
 */
export async function runUnlessCancelled<T>(
  jobsTable: string,
  id: string,
  run: (signal: AbortSignal) => Promise<T>,
  leave: () => void = () => process.exit(1),
): Promise<T> {
  const controller = new AbortController();
  let last: NodeJS.Timeout | undefined;
  const look = async () => {
    const job = await findJob(jobsTable, id).catch(() => undefined);
    if (!job || !isTerminal(job.status) || controller.signal.aborted) return;
    log.info('The job has ended; its step stops', { status: job.status });
    controller.abort(createJobEndedError(job.status));
    last = setTimeout(leave, CANCELLATION_GRACE_PERIOD);
  };
  const timer = setInterval(look, CANCELLATION_POLL_INTERVAL);
  try {
    return await run(controller.signal);
  } finally {
    clearInterval(timer);
    clearTimeout(last);
  }
}
