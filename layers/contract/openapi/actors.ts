import { ACTORS, VOICE_SEXES } from '../actors.ts';
import { commonErrors, content, errorResponses, type Json } from './parts.ts';

export const actors: Json = {
  operationId: 'actors',
  summary: 'The actors of video jobs',
  responses: {
    200: {
      description: 'All actors; `id` is what a job names as its `actor`',
      content: content({
        type: 'object',
        required: ['actors'],
        properties: {
          actors: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'sex', 'description', 'poster_url'],
              properties: {
                id: { enum: ACTORS.map(({ id }) => id) },
                sex: { enum: VOICE_SEXES },
                description: { type: 'string' },
                poster_url: {
                  type: ['string', 'null'],
                  format: 'uri',
                  description: 'A square JPEG image, valid for 15 minutes; null where no image exists',
                },
              },
            },
          },
        },
      }),
    },
    ...errorResponses(commonErrors),
  },
};
