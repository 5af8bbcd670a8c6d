import middy from '@middy/core';
import * as v from 'valibot';
import { log } from '../../aws/log.ts';
import { attributeUsage, setStepAttempt, stepAttemptSchema } from '../../aws/usage/index.ts';
import { metered } from '../../billing/ledger/index.ts';
import { InputError, isTerminal } from '../../contract/index.ts';
import type { JobItem } from '../item.ts';
import { findJob } from '../queries.ts';
import { createJobEndedError, runUnlessCancelled } from './cancellation.ts';
import { JobFailed } from './failure.ts';

const stateSchema = v.object({ id: v.pipe(v.string(), v.uuid()), attempt: v.optional(stepAttemptSchema) });

/**
 * Creates the handler of a step of the state machine. It reads the job with the `id` of the state's input and passes it on. A step
 * may run more than once, so each must write the same objects again.
 *
 * @param jobsTable the table of jobs
 * @param run the step itself, given the job, a signal that aborts when the job was cancelled meanwhile, and the state; what it
 *   returns is the task's result
 * @example
 * export const handler = createStepHandler(settings.JOBS_TABLE, async (job, signal) => { … });
 */
export function createStepHandler<Result = void>(
  jobsTable: string,
  run: (job: JobItem, signal: AbortSignal, state: unknown) => Promise<Result>,
) {
  const work = middy()
    .use({ onError: ({ error }) => throwJobFailure(error) })
    .handler(async (state: unknown): Promise<Result> => {
      const { id, attempt } = v.parse(stateSchema, state);
      attributeUsage({ job: id });
      if (attempt) setStepAttempt(attempt);
      log.appendKeys({ job: id });
      const job = await findJob(jobsTable, id);
      if (!job)
        throw new JobFailed({ title: 'Unknown job', message: `The job ${id} does not exist any more.`, code: 404 });
      // An execution that could not be stopped at once goes no further: a deleted job's folder stays empty.
      if (isTerminal(job.status)) throw createJobEndedError(job.status);
      return runUnlessCancelled(jobsTable, id, (signal) => run(job, signal, state));
    });
  return metered((state: unknown, context): Promise<Result> => work(state, context));
}

/** Input at fault becomes the job's error; anything else stays what it is, is logged and repeated by the state machine. */
function throwJobFailure(error: unknown): void {
  if (error instanceof InputError) {
    throw new JobFailed(
      { title: error.title, message: `${error.field}: ${error.message}`, code: 400 },
      { cause: error },
    );
  }
  if (!(error instanceof JobFailed)) log.error('The step failed', error as Error);
}
