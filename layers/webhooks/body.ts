import { isImport, type JobEventType, type JobRecord, type JobStatus, type WebhookKey } from '@talking-avatar/contract';

/** The body of a webhook request, which is the same in every attempt. */
export interface WebhookBody {
  type: JobEventType;
  /** Time of the event, in ISO 8601 format (UTC). */
  timestamp: string;
  data: {
    id: string;
    status: JobStatus;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    output: { type: string; duration?: number; engine?: string; voice?: string; warnings?: string[] };
    error: JobRecord['error'] | null;
    /** Absent if the job has no metadata. */
    metadata?: Readonly<Record<string, string>>;
    /** URL of the result, which requires the token; null for an avatar, and for a job that has not succeeded. */
    download_url: string | null;
  };
}

/** Returns the event type for a webhook of the job; undefined if the event has not occurred. */
export function eventTypeOf(key: WebhookKey, { status, started_at }: JobRecord): JobEventType | undefined {
  if (key === 'on_running') return started_at === null ? undefined : 'job.running';
  if (key === 'on_success') return status === 'succeeded' ? 'job.succeeded' : undefined;
  return status === 'failed' || status === 'cancelled' ? `job.${status}` : undefined;
}

/** Returns when the event of a webhook occurred, in ISO 8601 format (UTC). */
export const eventTimeOf = (key: WebhookKey, { created_at, started_at, finished_at }: JobRecord): string =>
  (key === 'on_running' ? started_at : finished_at) ?? created_at;

/** Creates the body for a job event. `job.running` always describes the job at the time it started, even if it is sent later. */
export function createWebhookBody(type: JobEventType, job: JobRecord): WebhookBody {
  const running = type === 'job.running';
  return {
    type,
    timestamp: eventTimeOf(running ? 'on_running' : 'on_success', job),
    data: {
      id: job.id,
      status: running ? 'running' : job.status,
      created_at: job.created_at,
      started_at: job.started_at,
      finished_at: running ? null : job.finished_at,
      output: { type: job.specification.output.type, ...(!running && job.speech) },
      error: (!running && job.error) || null,
      ...(job.specification.metadata && { metadata: job.specification.metadata }),
      download_url: type === 'job.succeeded' && !isImport(job) ? `${job.base_url ?? ''}/download?id=${job.id}` : null,
    },
  };
}

/** ID of a delivery, which is the same for every attempt. It contains no `.` because that separates the parts that are signed. */
export const webhookId = (type: JobEventType, { id }: JobRecord): string => `msg_${id}_${type.replace('job.', '')}`;
