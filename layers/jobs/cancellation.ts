import { stopExecution } from '../aws/executions.ts';
import type { ErrorBody } from '../contract/index.ts';
import { publishJobEnd } from './publish-end.ts';
import { cancelUnfinishedJob } from './transitions.ts';

export interface CancellationResources {
  jobs: string;
  bus: string;
  stateMachineArn: string;
}

/**
 * Cancels a job that has not ended, whether it waits or runs. Told again, it does again what may not have come through: the
 * execution is stopped and the bus is told. The lease goes back when the execution's end is settled.
 *
 * @returns false when the job had ended before
 */
export async function cancelJob(resources: CancellationResources, id: string): Promise<boolean> {
  const cancelled = await cancelUnfinishedJob(resources.jobs, id, CANCELLED_BY_CLIENT);
  await stopExecution(resources.stateMachineArn, id);
  await publishJobEnd(resources, id);
  return cancelled;
}

const CANCELLED_BY_CLIENT: ErrorBody = {
  title: 'Job cancelled',
  message: 'The job was cancelled at the request of its client.',
  code: 499,
};
