import type { ErrorBody } from './errors.ts';
import type { WebhookKey } from './job.ts';
import type { JobStatus } from './record.ts';

/** Who the events on the bus come from. */
export const EVENT_SOURCE = 'avatar.jobs';

/** What happened to a job. `job.cancelled` is told apart from `job.failed`: nothing went wrong, it was not wanted any more. */
export const JOB_EVENTS = ['job.running', 'job.succeeded', 'job.failed', 'job.cancelled'] as const;

export type JobEventType = (typeof JOB_EVENTS)[number];

/** A change of a job's state as it is told on the bus. */
export interface JobEvent {
  type: JobEventType;
  /** The same for every repetition of the same event: consumers drop what they have seen. */
  event_id: string;
  /** ISO 8601, UTC. */
  occurred_at: string;
  job: { id: string; account: string; status: JobStatus; error: ErrorBody | null };
  /** Whether the job names an address that is told of it: what nobody wants to know goes to no queue. */
  webhook: boolean;
}

/**
 * Which webhook an event calls. A cancelled job calls `on_fail`: a client that waits for nothing but its webhooks must not wait
 * for ever. The `type` of the body says which of the two it was.
 */
export const WEBHOOK_OF: Readonly<Record<JobEventType, WebhookKey>> = {
  'job.running': 'on_running',
  'job.succeeded': 'on_success',
  'job.failed': 'on_fail',
  'job.cancelled': 'on_fail',
};
