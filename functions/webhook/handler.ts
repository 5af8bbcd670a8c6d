import { attribute, countDeliveries, log, use } from '../../layers/aws/index.ts';
import { WEBHOOK_OF_EVENT } from '../../layers/contract/index.ts';
import { consume, readEnvironment } from '../../layers/runtime/index.ts';
import { noticeMessageSchema } from '../../layers/webhooks/index.ts';
import { deliver } from './deliver.ts';

const settings = readEnvironment('webhook');

/** Tells clients of their jobs: takes the events of the bus, and the attempts that come of them. */
export const handler = consume(noticeMessageSchema, async (message) => {
  const attempt =
    'detail' in message
      ? { job: message.detail.job.id, event: WEBHOOK_OF_EVENT[message.detail.type], attempts: 0, at: 0, waits: 0 }
      : message;
  attribute({ job: attempt.job });
  countDeliveries(attempt.job);
  // The bus's own delivery to the queue.
  if ('detail' in message) use('sqs.requests', 1);
  const outcome = await deliver(settings, attempt);
  if (outcome !== 'ignored') log.info('Webhook', { job: attempt.job, event: attempt.event, outcome });
});
