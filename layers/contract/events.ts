import type { ErrorBody } from './errors.ts';
import type { WebhookKey } from './job.ts';
import type { JobStatus } from './record.ts';

/** Source of the service's events on the event bus. */
export const EVENT_SOURCE = 'avatar.jobs';

/** Types of job events. `job.cancelled` differs from `job.failed`: the job had no error, it was stopped. */
export const JOB_EVENTS = ['job.running', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;

export type JobEventType = (typeof JOB_EVENTS)[number];

/** A change of a job's status, as published on the event bus. */
export interface JobEvent {
  type: JobEventType;
  /** Identical in every repetition of an event: consumers use it to drop duplicates. */
  event_id: string;
  /** ISO 8601, UTC. */
  occurred_at: string;
  job: { id: string; account: string; status: JobStatus; error: ErrorBody | null };
  /** Whether the job has a webhook for this event; without one the event is not queued for delivery. */
  webhook: boolean;
}

/**
 * The webhook that each event calls. A cancelled job calls `on_fail`, so that a client that relies on its webhooks never
 * waits for ever; the `type` of the body tells the two events apart.
 */
export const WEBHOOK_OF_EVENT: Readonly<Record<JobEventType, WebhookKey>> = {
  'job.running': 'on_running',
  'job.succeeded': 'on_success',
  'job.failed': 'on_fail',
  'job.cancelled': 'on_fail',
};
