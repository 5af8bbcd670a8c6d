import { log } from '#aws';
import { createStepHandler, findJob, JobFailedError, markJobRunning, publishJobEvent, reportProgress } from '#jobs';
import { readEnvironment } from '#runtime';

const settings = readEnvironment('begin');

/** Progress of a job that has started. */
const STARTED_PROGRESS = 0.05;

/** The `begin` step sets the status to `running` and publishes `job.running`. It fails if the job was cancelled in the meantime. */
export const handler = createStepHandler(settings.JOBS_TABLE, async ({ id }) => {
  await markJobRunning(settings.JOBS_TABLE, id);
  const job = await findJob(settings.JOBS_TABLE, id);
  if (job?.status !== 'running') {
    throw new JobFailedError({
      title: 'Job not queued',
      message: `The job is already ${job?.status ?? 'deleted'}.`,
      code: 409,
    });
  }
  try {
    await publishJobEvent(settings.EVENT_BUS, 'job.running', job, job.started_at ?? job.created_at);
  } catch (error) {
    // Failing to publish `job.running` must not fail the job.
    log.error('Could not publish the job.running event', error as Error);
  }
  await reportProgress(settings.JOBS_TABLE, id, STARTED_PROGRESS);
});
