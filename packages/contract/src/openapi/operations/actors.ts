import { ACTORS, VOICE_SEXES } from '../../actors.ts';
import { commonErrors, content, type Endpoint, record, ref } from '../parts.ts';

export const actors: Endpoint = {
  paths: {
    '/lipsync/actors': {
      get: {
        operationId: 'actors',
        summary: 'The actors of video jobs',
        description: 'Each has a preview image.',
        tags: ['Catalogue'],
        responses: {
          200: {
            description: 'All actors; use the `id` as the `actor` of a job',
            content: content(record({ actors: { type: 'array', items: ref('Actor') } })),
          },
          ...commonErrors,
        },
      },
    },
  },
  schemas: {
    Actor: record({
      id: { enum: ACTORS.map(({ id }) => id) },
      sex: { enum: VOICE_SEXES },
      description: { type: 'string' },
      poster_url: {
        type: ['string', 'null'],
        format: 'uri',
        description: 'A square JPEG image, valid for 15 minutes; null if missing',
      },
    }),
  },
};
