import { apiErrors, isAvatarId, LIMITS, toAvatarView } from '@talking-avatar/contract';
import { avatarKey, deleteObject } from '#aws';
import { deleteAvatar, findAvatar, listAvatars } from '#jobs/avatars';
import { createEndpoint, emptyResponse, jsonResponse, readEnvironment } from '#runtime';
import { createAvatar } from './create.ts';
import { environment } from './environment.ts';
import { readAvatarRequest } from './request.ts';

const settings = readEnvironment(environment);

/** `/lipsync/avatars` creates and lists an account's own avatars; `/lipsync/avatars/{id}` returns and deletes one. */
export const handler = createEndpoint(settings, { methods: ['GET', 'POST', 'DELETE'] }, async ({ event, caller }) => {
  const { httpMethod: method } = event;
  const id = event.pathParameters?.id?.toLowerCase();
  if (id === undefined) {
    if (method === 'DELETE') throw apiErrors.methodNotAllowed(method, ['GET', 'POST']);
    if (method === 'POST') return jsonResponse(toAvatarView(await createAvatar(settings, caller.account, await readAvatarRequest(event))));
    const avatars = await listAvatars(settings.AVATARS_TABLE, caller.account);
    return jsonResponse({ avatars: avatars.map(toAvatarView), limit: LIMITS.avatars });
  }
  if (method === 'POST') throw apiErrors.methodNotAllowed(method, ['GET', 'DELETE']);
  const avatar = isAvatarId(id) ? await findAvatar(settings.AVATARS_TABLE, caller.account, id) : undefined;
  if (!avatar) throw apiErrors.unknownAvatar(id);
  if (method === 'GET') return jsonResponse(toAvatarView(avatar));
  // Delete the file first, so that the client can repeat the request if this fails.
  await deleteObject(settings.BUCKET, avatarKey(caller.account, avatar.id));
  await deleteAvatar(settings.AVATARS_TABLE, caller.account, avatar.id);
  return emptyResponse();
});
