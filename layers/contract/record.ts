import * as v from 'valibot';
import { errorBodySchema } from './errors.ts';
import type { JobSpecification, OutputType } from './job.ts';
import { OUTPUT_TYPES } from './job.ts';
import { describeNotices, type Notices, noticeViewSchema } from './webhooks.ts';

/** The states of a job: `queued → running → succeeded | failed | cancelled`, and `queued → cancelled`. */
export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export const TERMINAL_STATUSES = ['succeeded', 'failed', 'cancelled'] as const satisfies readonly JobStatus[];

export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

export const isTerminal = (status: JobStatus): status is TerminalStatus =>
  TERMINAL_STATUSES.some((terminal) => terminal === status);

/**
 * What a finished job leaves to download: `result` is the output itself, the others its by-products. `a2f` is the face as
 * NVIDIA's Audio2Face writes it (JSON with `facsNames` and `weightMat`).
 */
export const ARTIFACTS = ['result', 'audio', 'captions', 'timeline', 'a2f', 'poster'] as const;

export type ArtifactName = (typeof ARTIFACTS)[number];

/** A stored object that a client may download. */
export interface Artifact {
  key: string;
  file_name: string;
  content_type: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

const instant = v.pipe(v.string(), v.isoTimestamp());

/** A job as `GET /status` tells it. Times are ISO 8601 in UTC. */
export const jobStatusSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(JOB_STATUSES),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  created_at: instant,
  started_at: v.nullable(instant),
  finished_at: v.nullable(instant),
  output: v.strictObject({
    type: v.picklist(OUTPUT_TYPES),
    /** Seconds of speech, once it is known. */
    duration: v.optional(v.number()),
    /** The engine and voice that spoke, or `recording`. */
    engine: v.optional(v.string()),
    voice: v.optional(v.string()),
    /** What the service had to leave out or guess, as sentences. */
    warnings: v.optional(v.array(v.string())),
    artifacts: v.optional(v.array(v.picklist(ARTIFACTS))),
  }),
  error: v.nullable(errorBodySchema),
  webhooks: v.array(noticeViewSchema),
});

export type JobStatusView = v.InferOutput<typeof jobStatusSchema>;

/** What the speech steps found out, kept on the record. */
export interface SpokenSpeech {
  engine: string;
  voice: string;
  /** Seconds. */
  duration: number;
  warnings: string[];
}

/** A job as the service keeps it. Instants are ISO 8601 in UTC. */
export interface JobRecord {
  id: string;
  account: string;
  /** Hash of the token that submitted the job: where its quota is counted. */
  token: string;
  status: JobStatus;
  progress: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** When its objects expire, s since 1970: the service answers 410 from then on. */
  expires_at: number;
  /** When the record itself goes, s since 1970: the table's TTL. */
  forgotten_at?: number;
  specification: JobSpecification;
  /** Key of the uploaded recording; absent for a text job. */
  recording?: string;
  speech?: SpokenSpeech;
  /** The film while it is drawn: all its frames, and how many of each segment are done. */
  film?: { frames: number; segments: number; poster: number; done: Record<string, number> };
  artifacts?: Partial<Record<ArtifactName, Artifact>>;
  error?: v.InferOutput<typeof errorBodySchema>;
  /** How its webhooks go. */
  notices?: Notices;
  /** Address of the service as the client that submitted the job used it. */
  base_url?: string;
  /** When the client deleted it: what is left then is the record that there was a job. ISO 8601. */
  deleted_at?: string;
}

/** Tells a client about its job. */
export function describeJob(job: JobRecord): JobStatusView {
  return {
    id: job.id,
    status: job.status,
    progress: job.progress,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    output: {
      type: job.specification.output.type as OutputType,
      ...job.speech,
      ...(job.status === 'succeeded' && job.artifacts && { artifacts: Object.keys(job.artifacts) as ArtifactName[] }),
    },
    error: job.error ?? null,
    webhooks: describeNotices(job.notices ?? {}, job),
  };
}
