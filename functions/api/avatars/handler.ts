import {
  type AvatarRecord,
  type AvatarView,
  apiErrors,
  isAvatarId,
  isReady,
  isTerminal,
  LIMITS,
  toAvatarView,
} from '@talking-avatar/contract';
import { avatarKey, deleteFolder, deleteObject, jobFolder } from '#aws';
import { cancelJob } from '#jobs';
import { deleteAvatar, findAvatar, findImport, listAvatars } from '#jobs/avatars';
import { baseUrlOf, createEndpoint, emptyResponse, jsonResponse, readEnvironment } from '#runtime';
import { createAvatar } from './create.ts';
import { environment } from './environment.ts';
import { readAvatarRequest } from './request.ts';

const settings = readEnvironment(environment);

/** `/lipsync/avatars` creates and lists an account's custom avatars; `/lipsync/avatars/{id}` returns and deletes one. */
export const handler = createEndpoint(settings, { methods: ['GET', 'POST', 'DELETE'] }, async ({ event, caller, requestId }) => {
  const { httpMethod: method } = event;
  const id = event.pathParameters?.id?.toLowerCase();
  if (id === undefined) {
    if (method === 'DELETE') throw apiErrors.methodNotAllowed(method, ['GET', 'POST']);
    if (method === 'GET') {
      const avatars = await listAvatars(settings.AVATARS_TABLE, caller.account);
      return jsonResponse({ avatars: await Promise.all(avatars.map(view)), limit: LIMITS.avatars });
    }
    const avatar = await createAvatar(settings, caller, await readAvatarRequest(event), { requestId, baseUrl: baseUrlOf(event) });
    // Counts this job in the rate limit headers.
    caller.used += 1;
    return jsonResponse(toAvatarView(avatar, { status: 'queued' }));
  }
  if (method === 'POST') throw apiErrors.methodNotAllowed(method, ['GET', 'DELETE']);
  const avatar = isAvatarId(id) ? await findAvatar(settings.AVATARS_TABLE, caller.account, id) : undefined;
  if (!avatar) throw apiErrors.unknownAvatar(id);
  if (method === 'GET') return jsonResponse(await view(avatar));
  await remove(avatar);
  return emptyResponse();
});

/** Formats an avatar with the status of its import. */
async function view(avatar: AvatarRecord): Promise<AvatarView> {
  if (isReady(avatar)) return toAvatarView(avatar);
  const job = await findImport(settings.JOBS_TABLE, avatar);
  // The import may have ended between the two reads.
  const now = job?.status === 'succeeded' ? await findAvatar(settings.AVATARS_TABLE, avatar.account, avatar.id) : undefined;
  return toAvatarView(now ?? avatar, job);
}

/** Deletes an avatar along with its files, and cancels its import. */
async function remove(avatar: AvatarRecord): Promise<void> {
  const { account, id } = avatar;
  const key = avatarKey(account, id);
  if (!isReady(avatar)) {
    const job = await findImport(settings.JOBS_TABLE, avatar);
    const resources = { jobs: settings.JOBS_TABLE, bus: settings.EVENT_BUS, stateMachineArn: settings.STATE_MACHINE_ARN };
    if (job && !isTerminal(job.status)) await cancelJob(resources, id);
    await deleteFolder(settings.BUCKET, jobFolder(id));
  }
  // Delete the file first, so that the client can repeat the request if this fails.
  await deleteObject(settings.BUCKET, key);
  await deleteAvatar(settings.AVATARS_TABLE, account, id);
  // The import may have stored the file in the meantime. From here on, it can no longer do so.
  if (!isReady(avatar)) await deleteObject(settings.BUCKET, key);
}
