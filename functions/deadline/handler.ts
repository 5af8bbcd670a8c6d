import { attribute, deadlineMessageSchema, log, sendDeadline } from '../../layers/aws/index.ts';
import { cancelOverdue } from '../../layers/jobs/index.ts';
import { consume, readEnvironment } from '../../layers/runtime/index.ts';

const settings = readEnvironment('deadline');

/**
 * Cancels jobs whose `wait_time` has passed while they were queued. A deadline further off than the queue can delay comes here
 * early and is sent again.
 */
export const handler = consume(deadlineMessageSchema, async (deadline) => {
  attribute({ job: deadline.id });
  if (deadline.at > Date.now()) return sendDeadline(settings.DEADLINES_QUEUE_URL, deadline);
  const cancelled = await cancelOverdue(settings.JOBS_TABLE, settings.EVENT_BUS, deadline.id);
  log.info('Deadline', { job: deadline.id, cancelled });
});
