import { log } from '../../layers/aws/index.ts';
import {
  createStepHandler,
  findJob,
  JobFailed,
  markJobRunning,
  publishJobEvent,
  reportProgress,
} from '../../layers/jobs/index.ts';
import { readEnvironment } from '../../layers/runtime/index.ts';

const settings = readEnvironment('begin');

/** How far a job is that has begun. */
const STARTED_PROGRESS = 0.05;

/** The first step: `queued → running`, told on the bus. A job that was cancelled meanwhile goes no further. */
export const handler = createStepHandler(settings.JOBS_TABLE, async ({ id }) => {
  await markJobRunning(settings.JOBS_TABLE, id);
  const job = await findJob(settings.JOBS_TABLE, id);
  if (job?.status !== 'running') {
    throw new JobFailed({
      title: 'Job not queued',
      message: `The job is ${job?.status ?? 'deleted'} already.`,
      code: 409,
    });
  }
  try {
    await publishJobEvent(settings.EVENT_BUS, 'job.running', job, job.started_at ?? job.created_at);
  } catch (error) {
    // A job is worth more than the word that it runs: its end will be told.
    log.error('The bus was not told that the job runs', error as Error);
  }
  await reportProgress(settings.JOBS_TABLE, id, STARTED_PROGRESS);
});
