import * as v from 'valibot';
import { VOICE_SEXES } from './actors.ts';
import { type ErrorBody, errorBodySchema } from './errors.ts';
import { webhooksSchema } from './job.ts';
import { LIMITS } from './limits.ts';
import { JOB_STATUSES, type JobStatus } from './record.ts';

const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(LIMITS.avatarNameCharacters, `at most ${LIMITS.avatarNameCharacters} characters`),
);

/** Details of an avatar that the client provides with the file. */
export const avatarDetailsSchema = v.strictObject({
  name: v.optional(name, 'avatar'),
  sex: v.optional(v.pipe(v.picklist(VOICE_SEXES), v.description('Sex of the voice that speaks for the avatar.')), 'female'),
  web_hooks: v.optional(v.pipe(webhooksSchema, v.description('URLs to call when the import starts and ends; in a form, JSON.')), {}),
});

/** The JSON body of `POST /lipsync/avatars`. */
export const avatarRequestSchema = v.strictObject({
  avatar_url: v.pipe(
    v.string(),
    v.maxLength(LIMITS.urlCharacters, `at most ${LIMITS.urlCharacters} characters`),
    v.startsWith('s3://', 'the URL of an upload, as returned by POST /lipsync/uploads'),
  ),
  ...avatarDetailsSchema.entries,
});

/** A custom avatar in responses. */
export const avatarSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  sex: v.picklist(VOICE_SEXES),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  /** Size of the stored file in bytes; 0 until the import has succeeded. */
  size: v.pipe(v.number(), v.integer()),
  status: v.pipe(
    v.picklist(JOB_STATUSES),
    v.description('Status of the import, a job with the same ID. Videos need a "succeeded" avatar.'),
  ),
  error: v.nullable(errorBodySchema),
});

export type AvatarView = v.InferOutput<typeof avatarSchema>;

/** A stored avatar. The record is created together with the import job, and its size is set once the file is stored. */
export type AvatarRecord = Omit<AvatarView, 'status' | 'error'> & { account: string };

/** The job that imports an avatar. */
export type AvatarImport = { status: JobStatus; error?: ErrorBody };

/** True if the avatar has been imported and can be used in videos. */
export const isReady = ({ size }: Pick<AvatarRecord, 'size'>): boolean => size > 0;

/** @param job the import job of an avatar that is not ready; undefined if the job no longer exists */
export function toAvatarView({ id, name, sex, created_at, size }: AvatarRecord, job?: AvatarImport): AvatarView {
  const { status, error = null } = isReady({ size }) ? { status: 'succeeded' as const } : (job ?? EXPIRED);
  return { id, name, sex, created_at, size, status, error };
}

const EXPIRED: AvatarImport = {
  status: 'failed',
  error: {
    title: 'Import expired',
    message: 'The record of this import has expired; delete the avatar and send its file again.',
    code: 410,
  },
};
