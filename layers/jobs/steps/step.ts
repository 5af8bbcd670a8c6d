import middy from '@middy/core';
import { InputError } from '@talking-avatar/contract';
import * as v from 'valibot';
import { log } from '#aws/log';
import { billTo, setStepAttempt, stepAttemptSchema } from '#aws/usage';
import { withLedger } from '#billing/ledger';
import type { JobItem } from '../item.ts';
import { findJob } from '../queries.ts';
import { endOf, runUnlessCancelled } from './cancellation.ts';
import { JobFailedError } from './failure.ts';

const inputSchema = v.object({ id: v.pipe(v.string(), v.uuid()), attempt: v.optional(stepAttemptSchema) });

/**
 * Creates the handler of a state machine step. It reads the job by the `id` in the state's input. A step may run more than once, so it must
 * overwrite its own objects.
 *
 * @param jobsTable the jobs table
 * @param run runs the step with the job, a signal that aborts when the job ends, and the state input; returns the state output
 * @example
 * ```ts
 * export const handler = createStepHandler(settings.JOBS_TABLE, async (job, signal) => {
 *   await renderJob(job, signal);
 * });
 * ```
 */
export function createStepHandler<Result = void>(
  jobsTable: string,
  run: (job: JobItem, signal: AbortSignal, input: unknown) => Promise<Result>,
) {
  const work = middy()
    .use({ onError: ({ error }) => throwJobFailure(error) })
    .handler(async (input: unknown): Promise<Result> => {
      const { id, attempt } = v.parse(inputSchema, input);
      billTo({ job: id });
      if (attempt) setStepAttempt(attempt);
      log.appendKeys({ job: id });
      const job = await findJob(jobsTable, id);
      if (!job) throw new JobFailedError({ title: 'Unknown job', message: `The job ${id} no longer exists.`, code: 404 });
      // After a job has ended or been restarted, its execution may continue for a moment, but it must not write objects.
      const ended = endOf(job, attempt?.execution);
      if (ended) throw ended;
      return runUnlessCancelled(jobsTable, { id, execution: attempt?.execution }, (signal) => run(job, signal, input));
    });
  return withLedger((input: unknown, context): Promise<Result> => work(input, context));
}

/** Converts an `InputError` to an error for the client. Logs any other error; the state machine then retries the step. */
function throwJobFailure(error: unknown): void {
  if (error instanceof InputError) {
    throw new JobFailedError({ title: error.title, message: `${error.field}: ${error.message}`, code: 400 }, { cause: error });
  }
  if (!(error instanceof JobFailedError)) log.error('The step failed', error as Error);
}
