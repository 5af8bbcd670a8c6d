import { isTerminal, WEBHOOK_EVENTS } from '@talking-avatar/contract';
import { cancelJob, findJob, findOwnJob, removeJob } from '#jobs';
import { createEndpoint, emptyResponse, readEnvironment } from '#runtime';
import { deleteFailedDelivery } from '#webhooks';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);

/** `DELETE /lipsync/jobs/{id}` deletes the input and artifacts of a job. A queued or running job is cancelled first. */
export const handler = createEndpoint(settings, { methods: ['DELETE'] }, async ({ event, caller }) => {
  const job = await findOwnJob(settings.JOBS_TABLE, caller.account, event.pathParameters?.id ?? '');
  const resources = {
    jobs: settings.JOBS_TABLE,
    bus: settings.EVENT_BUS,
    stateMachineArn: settings.STATE_MACHINE_ARN,
  };
  if (!isTerminal(job.status)) await cancelJob(resources, job.id);
  const ended = (await findJob(settings.JOBS_TABLE, job.id)) ?? job;
  for (const event of WEBHOOK_EVENTS)
    if (ended.specification.web_hooks[event]) await deleteFailedDelivery(settings.WEBHOOKS_TABLE, { job: job.id, event });
  await removeJob({ jobs: settings.JOBS_TABLE, bucket: settings.BUCKET }, ended);
  return emptyResponse();
});
