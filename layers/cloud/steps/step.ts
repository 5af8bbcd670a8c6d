import middy from '@middy/core';
import * as v from 'valibot';
import { InputError } from '../../contract/index.ts';
import type { JobItem } from '../jobs/item.ts';
import { findJob } from '../jobs/queries.ts';
import { log } from '../log.ts';
import { whileWanted } from './cancellation.ts';
import { JobFailed } from './failure.ts';

const stateSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/**
 * Makes the handler of a task of the state machine: it is given the job of the state's `id`. Steps may run more than once;
 * each writes the same objects again.
 *
 * @param jobsTable the table of jobs
 * @param run the step itself; the signal aborts when the job was cancelled meanwhile, and what it returns is for the record of
 *   the execution alone
 */
export function step<Output>(jobsTable: string, run: (job: JobItem, signal: AbortSignal) => Promise<Output>) {
  return middy()
    .use({ onError: ({ error }) => explainFailure(error) })
    .handler(async (state: unknown): Promise<Output> => {
      const { id } = v.parse(stateSchema, state);
      log.appendKeys({ job: id });
      const job = await findJob(jobsTable, id);
      if (!job)
        throw new JobFailed({ title: 'Unknown job', message: `The job ${id} does not exist any more.`, code: 404 });
      return whileWanted(jobsTable, id, (signal) => run(job, signal));
    });
}

/** Input at fault becomes the job's error; anything else stays what it is, is logged and repeated by the state machine. */
function explainFailure(error: unknown): void {
  if (error instanceof InputError) {
    throw new JobFailed(
      { title: error.title, message: `${error.field}: ${error.message}`, code: 400 },
      { cause: error },
    );
  }
  if (!(error instanceof JobFailed)) log.error('The step failed', error as Error);
}
