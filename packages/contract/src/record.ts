import * as v from 'valibot';
import type { Sex } from './actors.ts';
import { errorBodySchema } from './errors.ts';
import type { JobSpecification } from './job.ts';
import { RESULT_TYPES, type ResultType } from './output.ts';
import { toWebhookViews, type WebhookDeliveries, webhookViewSchema } from './webhooks.ts';

/** Statuses of a job: `queued → running → succeeded | failed | cancelled`, and `queued → cancelled`. */
export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** Final statuses of a job. */
const TERMINAL_STATUSES = ['succeeded', 'failed', 'cancelled'] as const satisfies readonly JobStatus[];

export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** True if a job with this status has ended. */
export const isTerminal = (status: JobStatus): status is TerminalStatus => TERMINAL_STATUSES.some((terminal) => terminal === status);

/**
 * A job's result and its other files. `a2f` is the animation as NVIDIA Audio2Face JSON (`facsNames`, `weightMat`), and `csv` contains the
 * curves of a video.
 */
export const ARTIFACTS = ['result', 'audio', 'captions', 'timeline', 'a2f', 'poster', 'csv'] as const;

export type ArtifactName = (typeof ARTIFACTS)[number];

export interface Artifact {
  key: string;
  file_name: string;
  content_type: string;
  /** In bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** Size of the compressed copy in bytes, if there is one. */
  gzip_size?: number;
}

const instant = v.pipe(v.string(), v.isoTimestamp());

/** A job's `metadata` in responses; absent if it has none. */
export const metadataView = v.optional(v.pipe(v.record(v.string(), v.string()), v.description('As submitted with the job.')));

/** A job in the response of `GET /status`. Times are ISO 8601 in UTC. */
export const jobStatusSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(JOB_STATUSES),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  created_at: instant,
  started_at: v.nullable(instant),
  finished_at: v.nullable(instant),
  output: v.strictObject({
    type: v.picklist(RESULT_TYPES),
    /** Duration of the speech, in seconds; absent until it is known. */
    duration: v.optional(v.number()),
    /** Speech engine, or `recording`. */
    engine: v.optional(v.string()),
    voice: v.optional(v.string()),
    /** Fields that the service ignored and assumptions that it made, one sentence each. */
    warnings: v.optional(v.array(v.string())),
    artifacts: v.optional(v.array(v.picklist(ARTIFACTS))),
  }),
  error: v.nullable(errorBodySchema),
  metadata: metadataView,
  webhooks: v.array(webhookViewSchema),
});

export type JobStatusView = v.InferOutput<typeof jobStatusSchema>;

/** Summary of a job's speech, stored by the speech steps. */
export interface SpeechSummary {
  engine: string;
  voice: string;
  /** Duration of the speech, in seconds. */
  duration: number;
  warnings: string[];
}

/** A stored job. Times are ISO 8601 in UTC. */
export interface JobRecord {
  id: string;
  account: string;
  /** Hash of the token that submitted the job. The job counts against its quota. */
  token: string;
  /** End of the plan period whose quota was charged, ISO 8601. A refund applies only to that period. */
  plan_expires_at?: string;
  status: JobStatus;
  progress: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When the job was restarted because the service had lost its first execution, ISO 8601. */
  restarted_at?: string;
  /** When the job's files expire, as Unix time in seconds. After that, the service responds with 410. */
  expires_at: number;
  /** When the record is deleted, as Unix time in seconds. This is the table's TTL attribute. */
  record_expires_at?: number;
  /** Does not include the timeline, which is stored as a separate object. For an import, see `importSpecification`. */
  specification: JobSpecification;
  /** Object key of the recording; absent for a job with synthesized speech. */
  recording?: string;
  /** Object key of the timeline that the client sent for the recording. */
  timeline?: string;
  /** Sex of the avatar's voice, if the job's actor is a custom avatar. */
  avatar?: { sex: Sex };
  speech?: SpeechSummary;
  /** Rendering state of the video: number of frames and segments, index of the poster frame, and number of rendered frames by segment. */
  video?: { frames: number; segments: number; poster: number; done: Record<string, number> };
  artifacts?: Partial<Record<ArtifactName, Artifact>>;
  error?: v.InferOutput<typeof errorBodySchema>;
  /** The job's webhook deliveries. */
  deliveries?: WebhookDeliveries;
  /** Base URL that the client used to submit the job. */
  base_url?: string;
  /** When the client deleted the job, ISO 8601. Only the record remains. */
  deleted_at?: string;
}

/**
 * Creates the specification of an import job, with only the fields that every job has. Clients cannot submit one, because `avatar` is not
 * an output type. The state machine runs only the `import` step for it.
 */
export const importSpecification = (webhooks: JobSpecification['web_hooks']): JobSpecification =>
  ({ output: { type: 'avatar' satisfies ResultType }, text: '', web_hooks: webhooks }) as unknown as JobSpecification;

/** True if the job imports an avatar. Such a job has no artifacts. */
export const isImport = ({ specification }: Pick<JobRecord, 'specification'>): boolean =>
  (specification.output.type as ResultType) === 'avatar';

export function toJobStatusView(job: JobRecord): JobStatusView {
  return {
    id: job.id,
    status: job.status,
    progress: job.progress,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    output: {
      type: job.specification.output.type,
      ...job.speech,
      ...(job.status === 'succeeded' && job.artifacts && { artifacts: Object.keys(job.artifacts) as ArtifactName[] }),
    },
    error: job.error ?? null,
    ...(job.specification.metadata && { metadata: job.specification.metadata }),
    webhooks: toWebhookViews(job.deliveries ?? {}, job),
  };
}
