import { EVENT_SOURCE, JOB_EVENTS, WEBHOOK_EVENTS } from '@talking-avatar/contract';
import * as v from 'valibot';
import { enqueueAt } from '#aws/queues';

/** A message in the webhook queue that requests an attempt. */
const attemptMessageSchema = v.object({
  job: v.pipe(v.string(), v.uuid()),
  event: v.picklist(WEBHOOK_EVENTS),
  /** Number of attempts before this one. */
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Due time, in ms since 1970. */
  at: v.number(),
  /** Number of times it was postponed because no slot was free or another attempt was in progress. */
  waits: v.optional(v.number(), 0),
});

export type AttemptMessage = v.InferOutput<typeof attemptMessageSchema>;

/** A job event that EventBridge sent to the webhook queue. */
const jobEventMessageSchema = v.object({
  source: v.literal(EVENT_SOURCE),
  detail: v.object({
    type: v.picklist(JOB_EVENTS),
    occurred_at: v.string(),
    job: v.object({ id: v.pipe(v.string(), v.uuid()) }),
  }),
});

/** A message in the webhook queue. */
export const webhookMessageSchema = v.union([attemptMessageSchema, jobEventMessageSchema]);

/** Queues an attempt; see `enqueueAt`. */
export const enqueueAttempt = (queueUrl: string, attempt: AttemptMessage): Promise<void> => enqueueAt(queueUrl, attempt);
