import * as v from 'valibot';
import { VOICE_SEXES } from './actors.ts';
import { LIMITS } from './limits.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True if `actor` is the ID of an own avatar rather than a name. */
export const isAvatarId = (actor: unknown): actor is string => typeof actor === 'string' && uuid.test(actor);

const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(LIMITS.avatarNameCharacters, `at most ${LIMITS.avatarNameCharacters} characters`),
);

/** A client's description of its avatar, without the file. */
export const avatarDetailsSchema = v.strictObject({
  name: v.optional(name, 'avatar'),
  sex: v.optional(v.pipe(v.picklist(VOICE_SEXES), v.description('Sex of the voice that speaks for the avatar.')), 'female'),
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

/** An own avatar in responses. */
export const avatarSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  sex: v.picklist(VOICE_SEXES),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  /** Bytes that are stored. */
  size: v.pipe(v.number(), v.integer()),
});

export type AvatarView = v.InferOutput<typeof avatarSchema>;

export interface AvatarRecord extends AvatarView {
  account: string;
}

export const toAvatarView = ({ id, name, sex, created_at, size }: AvatarRecord): AvatarView => ({
  id,
  name,
  sex,
  created_at,
  size,
});
