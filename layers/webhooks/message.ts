import { SendMessageCommand } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { sqs } from '../aws/clients.ts';
import { MAX_DELAY } from '../aws/queues.ts';
import { EVENT_SOURCE, JOB_EVENTS, WEBHOOK_KEYS } from '../contract/index.ts';

/** An attempt to be made: what travels on the webhook queue beside the bus's own events. */
export const attemptMessageSchema = v.object({
  job: v.pipe(v.string(), v.uuid()),
  event: v.picklist(WEBHOOK_KEYS),
  /** Attempts before this one. */
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When it is due, ms since 1970. */
  at: v.number(),
  /** Times that it had to wait for a slot, a circuit or another attempt. */
  waits: v.optional(v.number(), 0),
});

export type AttemptMessage = v.InferOutput<typeof attemptMessageSchema>;

/** An event as EventBridge puts it on the queue. */
export const jobEventMessageSchema = v.object({
  source: v.literal(EVENT_SOURCE),
  detail: v.object({
    type: v.picklist(JOB_EVENTS),
    occurred_at: v.string(),
    job: v.object({ id: v.pipe(v.string(), v.uuid()) }),
  }),
});

export const webhookMessageSchema = v.union([attemptMessageSchema, jobEventMessageSchema]);

/** Queues an attempt. One further off than SQS can delay comes early, and is queued again. */
export async function enqueueAttempt(queueUrl: string, attempt: AttemptMessage, now = Date.now()): Promise<void> {
  const seconds = Math.ceil((attempt.at - now) / 1000);
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(attempt),
      DelaySeconds: Math.min(Math.max(seconds, 0), MAX_DELAY),
    }),
  );
}
