import { VOICE_SEXES } from '../../actors.ts';
import { avatarRequestSchema, avatarSchema } from '../../avatars.ts';
import { LIMITS } from '../../limits.ts';
import { commonErrors, content, type Endpoint, errors, pathId, record, ref, shared } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

const { avatarNameCharacters: maxLength, avatarPartBytes, avatarBytes } = LIMITS;

export const avatars: Endpoint = {
  paths: {
    '/lipsync/avatars': {
      get: {
        operationId: 'avatars',
        tags: ['Avatars'],
        summary: "The account's own avatars, oldest first",
        description: 'Avatars are kept until you delete them.',
        responses: {
          200: { description: 'All avatars, and the maximum number for the account', content: content(ref('AvatarPage')) },
          ...commonErrors,
        },
      },
      post: {
        operationId: 'createAvatar',
        tags: ['Avatars'],
        summary: 'Create an avatar from a GLB or VRM file',
        description: `A head with the 52 ARKit shapes as morph targets. A job with the avatar's ID imports it: follow it like other jobs (\`GET /status\`, webhooks); it counts against the token's quota. An account imports one avatar at a time. The form's part \`avatar\` may have up to ${avatarPartBytes} bytes. Upload a larger file, of up to ${avatarBytes} bytes, first (\`POST /lipsync/uploads\`) and send its \`audio_url\` as \`avatar_url\`.`,
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
                  web_hooks: { type: 'string', contentMediaType: 'application/json' },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The avatar, whose import is queued; once it has succeeded, use the `id` as the `actor` of video jobs',
            content: content(ref('Avatar')),
          },
          ...commonErrors,
          ...errors({
            400: 'The file is not a GLB or VRM, or a field is invalid',
            403: 'The token has expired or no jobs left, or the account has reached its budget or its limit of avatars',
            413: 'Too large; the message names the limit',
            415: 'Neither JSON nor multipart',
            429: 'Too many requests, or an avatar of this account is still being imported',
          }),
        },
      },
    },
    '/lipsync/avatars/{id}': {
      get: {
        operationId: 'avatar',
        tags: ['Avatars'],
        summary: 'One avatar',
        description: 'The avatar with the current status of its import.',
        parameters: [pathId],
        responses: {
          200: { description: 'The avatar', content: content(ref('Avatar')) },
          ...commonErrors,
          ...shared('UnknownAvatar'),
        },
      },
      delete: {
        operationId: 'deleteAvatar',
        tags: ['Avatars'],
        summary: 'Delete an avatar and its file',
        description: 'Jobs that have not yet rendered it will fail.',
        parameters: [pathId],
        responses: { 204: { description: 'The avatar is deleted' }, ...commonErrors, ...shared('UnknownAvatar') },
      },
    },
  },
  schemas: {
    Avatar: schemaOf(avatarSchema),
    AvatarPage: record({
      avatars: { type: 'array', items: ref('Avatar') },
      limit: { type: 'integer', description: 'Maximum number of avatars for the account' },
    }),
    AvatarRequest: schemaOf(avatarRequestSchema),
  },
};
