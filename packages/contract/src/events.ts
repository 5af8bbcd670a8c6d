import type { ErrorBody } from './errors.ts';
import type { WebhookKey } from './job.ts';
import type { JobStatus } from './record.ts';

/** Source of the service's events on the event bus. */
export const EVENT_SOURCE = 'avatar.jobs';

/** Types of job events. A cancelled job counts as stopped, not as failed. */
export const JOB_EVENTS = ['job.running', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;

export type JobEventType = (typeof JOB_EVENTS)[number];

/** A job status change, as published on the event bus. */
export interface JobEvent {
  type: JobEventType;
  /** Stays the same when the event is repeated, so that consumers can detect duplicates. */
  event_id: string;
  /** ISO 8601, UTC. */
  occurred_at: string;
  job: { id: string; account: string; status: JobStatus; error: ErrorBody | null };
  /** True if the job has a webhook for this event. Otherwise, the event is not queued for delivery. */
  webhook: boolean;
}

/**
 * Webhook for each event. A cancelled job calls `on_fail` too, so that every job ends with a webhook; `type` in the body tells the two
 * cases apart.
 */
export const WEBHOOK_OF_EVENT: Readonly<Record<JobEventType, WebhookKey>> = {
  'job.running': 'on_running',
  'job.succeeded': 'on_success',
  'job.failed': 'on_fail',
  'job.cancelled': 'on_fail',
};
