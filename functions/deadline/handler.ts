import { attributeUsage, deadlineMessageSchema, enqueueDeadline, log } from '../../layers/aws/index.ts';
import { cancelOverdueJob } from '../../layers/jobs/index.ts';
import { createQueueHandler, readEnvironment } from '../../layers/runtime/index.ts';

const settings = readEnvironment('deadline');

/**
 * Cancels jobs whose `wait_time` has passed while they were queued. A deadline further off than the queue can delay comes here
 * early and is sent again.
 */
export const handler = createQueueHandler(deadlineMessageSchema, async (deadline) => {
  attributeUsage({ job: deadline.id });
  if (deadline.at > Date.now()) return enqueueDeadline(settings.DEADLINES_QUEUE_URL, deadline);
  const cancelled = await cancelOverdueJob(settings.JOBS_TABLE, settings.EVENT_BUS, deadline.id);
  log.info('Deadline', { job: deadline.id, cancelled });
});
