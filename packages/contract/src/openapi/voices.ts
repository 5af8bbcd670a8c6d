import { LANGUAGE_SPELLINGS } from '../languages.ts';
import { commonErrors, errorResponses, type Json, query, record, ref } from './parts.ts';

const example: Json = {
  voices: [
    {
      name: 'cmu_us_slt',
      language: 'en-US',
      sex: 'female',
      engine: 'embedded',
      neural: false,
      actor: null,
      licence: 'BSD-style (CMU Flite)',
      commercial_use: true,
    },
  ],
};

export const voices: Json = {
  operationId: 'voices',
  summary: 'The voices that jobs may name',
  description:
    'As `tts_params.voice` accepts them. In each language the first of a sex speaks for a job that names neither a voice nor an actor.',
  tags: ['Catalogue'],
  parameters: [query('language', { enum: LANGUAGE_SPELLINGS }, 'Only voices of this language')],
  responses: {
    200: {
      description: 'All voices, or those of a language',
      content: {
        'application/json': {
          schema: record({ voices: { type: 'array', items: ref('Voice') } }),
          example,
        },
      },
    },
    ...errorResponses({ ...commonErrors, 400: 'There is no such language' }),
  },
};
