import * as v from 'valibot';
import { WEBHOOK_EVENTS, type WebhookKey } from './job.ts';

/** States of a delivery: `waiting` for an attempt, `delivered` (2xx), `failed` (given up), `skipped` (the job ended without its event). */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'skipped'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One HTTP request of a delivery. */
const deliveryAttemptSchema = v.strictObject({
  /** ISO 8601, UTC. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** HTTP status of the response; null if there was none. */
  status: v.nullable(v.pipe(v.number(), v.integer())),
  /** Why the attempt failed; null when it succeeded. */
  reason: v.nullable(v.string()),
  /** Milliseconds until the response, or until the attempt was abandoned. */
  duration: v.number(),
});

export type DeliveryAttempt = v.InferOutput<typeof deliveryAttemptSchema>;

/** A webhook delivery in the response of `GET /status`. */
export const webhookViewSchema = v.strictObject({
  event: v.picklist(WEBHOOK_EVENTS),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When the next attempt is due; null if none is scheduled. */
  next_attempt_at: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** The most recent attempts, oldest first. */
  log: v.array(deliveryAttemptSchema),
});

export const deliverySchema = v.strictObject({
  /** ID of the job. */
  id: v.pipe(v.string(), v.uuid()),
  /** Host and port of the receiver. */
  host: v.string(),
  ...webhookViewSchema.entries,
});

export type DeliveryView = v.InferOutput<typeof deliverySchema>;

/** Response body of `/lipsync/webhooks/secret`. */
export const webhookSecretsSchema = v.strictObject({
  secrets: v.pipe(
    v.array(
      v.strictObject({
        secret: v.pipe(v.string(), v.startsWith('whsec_')),
        expires_at: v.pipe(
          v.nullable(v.pipe(v.string(), v.isoTimestamp())),
          v.description('When requests stop being signed with it; null for the newest.'),
        ),
      }),
    ),
    v.description('Newest first. Every request is signed with each.'),
  ),
});

/** A delivery, as stored with its job. Times are Unix times in ms. */
export interface WebhookDelivery {
  state: DeliveryState;
  /** Number of attempts so far, including attempts before a replay. */
  attempts: number;
  /** Number of attempts before the last replay. A replay restarts the retry schedule. */
  base: number;
  /** When the event occurred or was replayed. The delivery is abandoned one day later. */
  since?: number;
  /** When the next attempt is due. */
  next_at?: number;
  /** Latest time at which the current attempt may be in progress. */
  claimed_until?: number;
  log: DeliveryAttempt[];
}

export type WebhookDeliveries = Partial<Record<WebhookKey, WebhookDelivery>>;

const newDelivery = (): WebhookDelivery => ({ state: 'waiting', attempts: 0, base: 0, log: [] });

/** Creates the deliveries for a job's webhooks. */
export const newDeliveries = (hooks: Partial<Record<WebhookKey, string | undefined>>): WebhookDeliveries =>
  Object.fromEntries(WEBHOOK_EVENTS.filter((key) => hooks[key]).map((key) => [key, newDelivery()]));

/** Formats deliveries for `GET /status`. A delivery whose event can no longer occur is `skipped`. */
export const toWebhookViews = (
  deliveries: WebhookDeliveries,
  { status, started_at }: { status: string; started_at: string | null },
): v.InferOutput<typeof webhookViewSchema>[] => {
  const never: Readonly<Record<string, readonly WebhookKey[]>> = {
    succeeded: ['on_fail'],
    failed: ['on_success'],
    cancelled: started_at ? ['on_success'] : ['on_success', 'on_running'],
  };
  return WEBHOOK_EVENTS.flatMap((event) => {
    const delivery = deliveries[event];
    if (!delivery) return [];
    const { attempts, next_at, log } = delivery;
    const state = never[status]?.includes(event) ? 'skipped' : delivery.state;
    const next = state === 'waiting' && next_at !== undefined ? new Date(next_at).toISOString() : null;
    return [{ event, state, attempts, next_attempt_at: next, log }];
  });
};
