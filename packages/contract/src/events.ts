import type { ErrorBody } from './errors.ts';
import type { WebhookKey } from './job.ts';
import type { JobStatus } from './record.ts';

/** Source of the service's events on the event bus. */
export const EVENT_SOURCE = 'avatar.jobs';

/** Types of job events. A cancelled job was stopped; it did not fail. */
export const JOB_EVENTS = ['job.running', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;

export type JobEventType = (typeof JOB_EVENTS)[number];

/** A change of a job's status, as published on the event bus. */
export interface JobEvent {
  type: JobEventType;
  /** The same each time an event is repeated, so that consumers can detect duplicates. */
  event_id: string;
  /** ISO 8601, UTC. */
  occurred_at: string;
  job: { id: string; account: string; status: JobStatus; error: ErrorBody | null };
  /** True if the job has a webhook for this event; otherwise, it is not queued for delivery. */
  webhook: boolean;
}

/** Webhook of each event. A cancelled job calls `on_fail`, so every job ends with a webhook; `type` in the body distinguishes the two. */
export const WEBHOOK_OF_EVENT: Readonly<Record<JobEventType, WebhookKey>> = {
  'job.running': 'on_running',
  'job.succeeded': 'on_success',
  'job.failed': 'on_fail',
  'job.cancelled': 'on_fail',
};
