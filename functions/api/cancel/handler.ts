import { apiErrors, isTerminal, type JobRecord, toJobStatusView } from '@talking-avatar/contract';
import { cancelJob, findJob, findOwnJob } from '#jobs';
import { createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { environment } from './environment.ts';
import { readJobId } from './request.ts';

const settings = readEnvironment(environment);

/** `POST /lipsync/cancel` cancels a queued or running job and returns its status. It is safe to repeat. */
export const handler = createEndpoint(settings, { methods: ['POST'] }, async ({ event, caller }) => {
  const job = await findOwnJob(settings.JOBS_TABLE, caller.account, readJobId(event));
  if (isTerminal(job.status) && job.status !== 'cancelled') throw apiErrors.alreadyEnded(job.id, job.status);
  const resources = {
    jobs: settings.JOBS_TABLE,
    bus: settings.EVENT_BUS,
    stateMachineArn: settings.STATE_MACHINE_ARN,
  };
  await cancelJob(resources, job.id);
  const now = (await findJob(settings.JOBS_TABLE, job.id)) as JobRecord;
  // The job may have ended in some other way in the meantime.
  if (now.status !== 'cancelled') throw apiErrors.alreadyEnded(job.id, now.status);
  return jsonResponse(toJobStatusView(now));
});
