import { VOICE_SEXES } from '../actors.ts';
import { LIMITS } from '../limits.ts';
import { commonErrors, content, errorResponses, type Json, record, ref, uuid } from './parts.ts';

const id: Json = { name: 'id', in: 'path', required: true, schema: uuid };

const { avatarNameCharacters: maxLength, avatarPartBytes, avatarBytes } = LIMITS;

export const avatarPageSchema: Json = record({
  avatars: { type: 'array', items: ref('Avatar') },
  limit: { type: 'integer', description: 'How many the account may have' },
});

export const createAvatar: Json = {
  operationId: 'createAvatar',
  tags: ['Avatars'],
  summary: 'Create an own avatar from a GLB or VRM file',
  description: `A head with the 52 ARKit shapes as morph targets. The part \`avatar\` of a form may have ${avatarPartBytes} bytes; a larger file, up to ${avatarBytes} bytes, is uploaded first (\`POST /lipsync/uploads\`), and its \`audio_url\` is the \`avatar_url\`.`,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: ref('AvatarRequest') },
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['avatar'],
          properties: {
            avatar: { type: 'string', contentMediaType: 'model/gltf-binary' },
            name: { type: 'string', minLength: 1, maxLength },
            sex: { enum: VOICE_SEXES },
          },
        },
      },
    },
  },
  responses: {
    200: { description: 'The avatar; `id` is what a video job names as its `actor`', content: content(ref('Avatar')) },
    ...errorResponses({
      ...commonErrors,
      400: 'The file is not usable; the message lists what is missing, too large or invalid',
      403: 'The token has expired, or the account has as many avatars as it may have',
      413: 'Too large; the message names the limit',
      415: 'Neither JSON nor multipart',
    }),
  },
};

export const listAvatars: Json = {
  operationId: 'avatars',
  tags: ['Avatars'],
  summary: 'The own avatars of the account, oldest first',
  description: 'They are kept until they are deleted.',
  responses: {
    200: {
      description: 'All avatars, and how many the account may have',
      content: content(ref('AvatarPage')),
    },
    ...errorResponses(commonErrors),
  },
};

export const readAvatar: Json = {
  operationId: 'avatar',
  tags: ['Avatars'],
  summary: 'An own avatar',
  description: 'As the request that created it was answered.',
  parameters: [id],
  responses: {
    200: { description: 'The avatar', content: content(ref('Avatar')) },
    ...errorResponses({ ...commonErrors, 404: 'This account has no such avatar' }),
  },
};

export const deleteAvatar: Json = {
  operationId: 'deleteAvatar',
  tags: ['Avatars'],
  summary: 'Delete an own avatar with its file',
  description: 'Jobs that are not rendered yet fail.',
  parameters: [id],
  responses: {
    204: { description: 'The avatar is deleted' },
    ...errorResponses({ ...commonErrors, 404: 'This account has no such avatar' }),
  },
};
