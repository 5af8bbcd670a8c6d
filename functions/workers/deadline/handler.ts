import { billTo, deadlineMessageSchema, enqueueDeadline, log } from '#aws';
import { cancelOverdueJob } from '#jobs';
import { createQueueHandler, readEnvironment } from '#runtime';

const settings = readEnvironment('deadline');

/**
 * Cancels jobs that are still queued after their `wait_time`. A message that arrives before the deadline is queued again; see `enqueueAt`.
 */
export const handler = createQueueHandler(deadlineMessageSchema, async (deadline) => {
  billTo({ job: deadline.id });
  if (deadline.at > Date.now()) return enqueueDeadline(settings.DEADLINES_QUEUE_URL, deadline);
  const cancelled = await cancelOverdueJob(settings.JOBS_TABLE, settings.EVENT_BUS, deadline.id);
  log.info('Deadline reached', { job: deadline.id, cancelled });
});
