import { LANGUAGE_SPELLINGS } from '../../languages.ts';
import { voiceSchema } from '../../voices.ts';
import { commonErrors, type Endpoint, errors, type Json, query, record, ref } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

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

export const voices: Endpoint = {
  paths: {
    '/lipsync/voices': {
      get: {
        operationId: 'voices',
        summary: 'The voices that jobs may name',
        description:
          'These are the values of `tts_params.voice`. In each language, the first voice of a sex is the default for jobs without a voice or an actor.',
        tags: ['Catalogue'],
        parameters: [query('language', { enum: LANGUAGE_SPELLINGS }, 'Only voices in this language')],
        responses: {
          200: {
            description: 'The voices in all languages or in one',
            content: { 'application/json': { schema: record({ voices: { type: 'array', items: ref('Voice') } }), example } },
          },
          ...commonErrors,
          ...errors({ 400: 'The language is unknown' }),
        },
      },
    },
  },
  schemas: { Voice: schemaOf(voiceSchema) },
};
