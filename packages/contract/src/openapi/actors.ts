import { ACTORS, VOICE_SEXES } from '../actors.ts';
import { commonErrors, content, errorResponses, type Json, record, ref } from './parts.ts';

export const actorSchema: Json = record({
  id: { enum: ACTORS.map(({ id }) => id) },
  sex: { enum: VOICE_SEXES },
  description: { type: 'string' },
  poster_url: {
    type: ['string', 'null'],
    format: 'uri',
    description: 'A square JPEG image, valid for 15 minutes; null where no image exists',
  },
});

export const actors: Json = {
  operationId: 'actors',
  summary: 'The actors of video jobs',
  description: 'Each with an image to choose by.',
  tags: ['Catalogue'],
  responses: {
    200: {
      description: 'All actors; `id` is what a job names as its `actor`',
      content: content(record({ actors: { type: 'array', items: ref('Actor') } })),
    },
    ...errorResponses(commonErrors),
  },
};
