import { randomUUID } from 'node:crypto';
import { checkGlbHeader, GLB_HEADER_BYTES } from '@talking-avatar/avatar/glb-header';
import { type AvatarRecord, apiErrors, importSpecification, isReady, isTerminal, LIMITS } from '@talking-avatar/contract';
import { copyObject, deleteObject, findObjectSize, getObjectStart, jobKeys, parseOwnUploadUrl, putObject } from '#aws';
import { addAvatar, deleteAvatar, findImport, findLastImport, hasImportFailed, listAvatars } from '#jobs/avatars';
import { createJobRecord, refuseUnpaid, submitJob, type TokenRecord } from '#runtime';
import type { Settings } from './environment.ts';
import type { AvatarRequest } from './request.ts';

/**
 * Accepts a new avatar: stores its file, and submits an import job that has the same ID as the avatar.
 * @throws ApiError 400 for a file that is not a GLB; 403 if the quota, the budget, or the limit on avatars is used up; 413; 429 while
 * another import is running
 */
export async function createAvatar(
  settings: Settings,
  caller: TokenRecord,
  { details: { web_hooks, ...details }, file }: AvatarRequest,
  request: { requestId: string; baseUrl: string },
): Promise<AvatarRecord> {
  await refuseUnpaid(settings, caller);
  const { account } = caller;
  const ended = await makeRoom(settings, account);
  const { start, size, storeAs } = 'bytes' in file ? inRequest(settings, file.bytes) : await readUpload(settings, account, file.url);
  const fault = checkGlbHeader(start, size);
  if (fault) throw apiErrors.invalidAvatar(fault);
  const id = randomUUID();
  const job = { ...createJobRecord(id, caller, importSpecification(web_hooks), settings.RETENTION_DAYS), base_url: request.baseUrl };
  const record = { account, id, ...details, created_at: job.created_at, size: 0 };
  const key = jobKeys(id).avatar;
  await submitJob(settings, caller, job, {
    requestId: request.requestId,
    store: async () => {
      if (!(await addAvatar(settings.AVATARS_TABLE, record, ended))) throw await explainRefusal(settings, account);
      await storeAs(key);
    },
    undo: async () => {
      await deleteAvatar(settings.AVATARS_TABLE, account, id);
      await deleteObject(settings.BUCKET, key);
    },
  });
  return record;
}

/**
 * Makes room for one more avatar: if the account has the maximum number, its oldest failed import is removed.
 * @returns the account's last import, which has ended
 * @throws ApiError 403 if the account has reached the limit on avatars, 429 while another import is running
 */
async function makeRoom({ AVATARS_TABLE, JOBS_TABLE }: Settings, account: string): Promise<string | undefined> {
  const [avatars, last] = await Promise.all([listAvatars(AVATARS_TABLE, account), findLastImport(AVATARS_TABLE, account)]);
  const isDone = last === undefined || avatars.some((avatar) => avatar.id === last && isReady(avatar));
  const job = isDone ? undefined : await findImport(JOBS_TABLE, { account, id: last });
  if (last !== undefined && job && !isTerminal(job.status)) throw apiErrors.importInProgress(last);
  if (avatars.length < LIMITS.avatars) return last;
  for (const avatar of avatars) {
    if (!(await hasImportFailed(JOBS_TABLE, avatar))) continue;
    await deleteAvatar(AVATARS_TABLE, account, avatar.id);
    return last;
  }
  throw apiErrors.avatarLimitReached(LIMITS.avatars);
}

/** Finds out which condition failed because of a concurrent request. */
async function explainRefusal({ AVATARS_TABLE }: Settings, account: string): Promise<Error> {
  const { length } = await listAvatars(AVATARS_TABLE, account);
  if (length >= LIMITS.avatars) return apiErrors.avatarLimitReached(LIMITS.avatars);
  return apiErrors.importInProgress((await findLastImport(AVATARS_TABLE, account)) ?? '');
}

interface AvatarFile {
  /** The first `GLB_HEADER_BYTES` of the file. */
  start: Uint8Array;
  /** In bytes. */
  size: number;
  /** Stores the file under a key. */
  storeAs(key: string): Promise<void>;
}

const inRequest = ({ BUCKET }: Settings, bytes: Uint8Array): AvatarFile => ({
  start: bytes.subarray(0, GLB_HEADER_BYTES),
  size: bytes.length,
  storeAs: (key) => putObject(BUCKET, key, bytes, 'model/gltf-binary'),
});

/** Reads the start of a file that the account has uploaded. @throws ApiError 400 or 413 */
export async function readUpload({ BUCKET }: Pick<Settings, 'BUCKET'>, account: string, url: string): Promise<AvatarFile> {
  const from = parseOwnUploadUrl(BUCKET, account, url);
  if (!from)
    throw apiErrors.invalidParameter('avatar_url: must be the URL of an upload of this account, as returned by POST /lipsync/uploads');
  const size = await findObjectSize(BUCKET, from);
  if (size === undefined)
    throw apiErrors.invalidParameter('avatar_url: nothing has been uploaded there yet; PUT the file to the upload URL first');
  if (size > LIMITS.avatarBytes) throw apiErrors.tooLarge(`The file has ${size} bytes; the maximum is ${LIMITS.avatarBytes}.`);
  const start = await getObjectStart(BUCKET, from, GLB_HEADER_BYTES);
  return { start, size, storeAs: (to) => copyObject(BUCKET, { from, to, size }) };
}
