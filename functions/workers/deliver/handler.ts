import { WEBHOOK_OF_EVENT } from '@talking-avatar/contract';
import { billTo, log, recordDeliveryAttempts, recordUsage } from '#aws';
import { createQueueHandler, readEnvironment } from '#runtime';
import { webhookMessageSchema } from '#webhooks';
import { type DeliveryReport, deliverWebhook } from './deliver.ts';

const settings = readEnvironment('deliver');

/** Log levels for failures. Other outcomes are logged as INFO. */
const LEVELS: Partial<Record<DeliveryReport['outcome'], 'warn' | 'error'>> = {
  'given up': 'error',
  'to be retried': 'warn',
  'circuit open': 'warn',
};

/** Delivers webhooks. Handles both job events from EventBridge and messages for retries. */
export const handler = createQueueHandler(webhookMessageSchema, async (message) => {
  const attempt =
    'detail' in message
      ? { job: message.detail.job.id, event: WEBHOOK_OF_EVENT[message.detail.type], attempts: 0, at: 0, waits: 0 }
      : message;
  billTo({ job: attempt.job });
  recordDeliveryAttempts(attempt.job);
  // This message was sent to the queue by EventBridge.
  if ('detail' in message) recordUsage('sqs.requests', 1);
  const report = await deliverWebhook(settings, attempt);
  if (report.outcome !== 'ignored') log[LEVELS[report.outcome] ?? 'info']('Webhook', { job: attempt.job, event: attempt.event, ...report });
});
