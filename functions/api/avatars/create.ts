import { randomUUID } from 'node:crypto';
import { AvatarError, importAvatar } from '@talking-avatar/avatar/import';
import { writeActor } from '@talking-avatar/avatar/model';
import { type AvatarRecord, apiErrors, LIMITS } from '@talking-avatar/contract';
import { avatarKey, deleteObject, findObjectSize, getObject, parseOwnUploadUrl, putObject } from '#aws';
import { refuseOverBudget } from '#billing';
import { addAvatar, deleteAvatar, listAvatars } from '#jobs/avatars';
import type { Settings } from './environment.ts';
import type { AvatarRequest } from './request.ts';

/**
 * Checks a new avatar and stores it as an actor. The client's original file is not stored.
 * @throws ApiError 400 with the file's faults, 403 if the account has reached its avatar limit or budget, 413
 */
export async function createAvatar(settings: Settings, account: string, { details, file }: AvatarRequest): Promise<AvatarRecord> {
  await refuseOverBudget(settings.ACCOUNTS_TABLE, account);
  const { length } = await listAvatars(settings.AVATARS_TABLE, account);
  if (length >= LIMITS.avatars) throw apiErrors.avatarLimitReached(LIMITS.avatars);
  const bytes = 'bytes' in file ? file.bytes : await readUpload(settings, account, file.url);
  const id = randomUUID();
  const actor = await importAvatar(bytes, { id, sex: details.sex }).catch((error: unknown) => {
    throw error instanceof AvatarError ? apiErrors.invalidAvatar(error) : error;
  });
  const stored = await writeActor(actor);
  const key = avatarKey(account, id);
  await putObject(settings.BUCKET, key, stored, 'model/gltf-binary');
  const record = { account, id, ...details, created_at: new Date().toISOString(), size: stored.length };
  const added = await addAvatar(settings.AVATARS_TABLE, record).catch(async (error: unknown) => {
    // The avatar may have been written even though the response was lost. An avatar without a file must not be listed.
    await deleteAvatar(settings.AVATARS_TABLE, account, id).catch(() => {});
    await deleteObject(settings.BUCKET, key);
    throw error;
  });
  if (added) return record;
  await deleteObject(settings.BUCKET, key);
  throw apiErrors.avatarLimitReached(LIMITS.avatars);
}

/** Reads one of the account's uploads. @throws ApiError 400 or 413 */
export async function readUpload({ BUCKET }: Pick<Settings, 'BUCKET'>, account: string, url: string): Promise<Uint8Array> {
  const key = parseOwnUploadUrl(BUCKET, account, url);
  if (!key)
    throw apiErrors.invalidParameter('avatar_url: must be the URL of an upload of this account, as returned by POST /lipsync/uploads');
  const size = await findObjectSize(BUCKET, key);
  if (size === undefined)
    throw apiErrors.invalidParameter('avatar_url: nothing has been uploaded there yet; PUT the file to the upload URL first');
  if (size > LIMITS.avatarBytes) throw apiErrors.tooLarge(`The file has ${size} bytes; the maximum is ${LIMITS.avatarBytes}.`);
  return getObject(BUCKET, key);
}
