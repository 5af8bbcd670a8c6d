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

/** The first step: `queued → running`, and the event `job.running`. It fails for a job that was cancelled meanwhile. */
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
    // A missing `job.running` event must not fail the job.
    log.error('The bus was not told that the job runs', error as Error);
  }
  await reportProgress(settings.JOBS_TABLE, id, STARTED_PROGRESS);
});
