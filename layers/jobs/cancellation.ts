import type { ErrorBody } from '@talking-avatar/contract';
import { stopExecution } from '#aws/executions';
import { publishJobEnd } from './events.ts';
import { findJob } from './queries.ts';
import { cancelUnfinishedJob } from './transitions.ts';

interface CancellationResources {
  jobs: string;
  bus: string;
  stateMachineArn: string;
}

/**
 * Cancels a queued or running job: writes its status, stops its execution, and publishes its end event. It is safe to repeat.
 * The lease is released when the job is finalized.
 * @returns false if the job had already ended
 */
export async function cancelJob(resources: CancellationResources, id: string): Promise<boolean> {
  const cancelled = await cancelUnfinishedJob(resources.jobs, id, CANCELLED_BY_CLIENT);
  await stopExecution(resources.stateMachineArn, (await findJob(resources.jobs, id)) ?? { id });
  await publishJobEnd(resources, id);
  return cancelled;
}

const CANCELLED_BY_CLIENT: ErrorBody = {
  title: 'Job cancelled',
  message: "The job was cancelled at the client's request.",
  code: 499,
};
