import { estimateSchema } from '../../estimate.ts';
import { commonErrors, content, type Endpoint, errors, ref, shared } from '../parts.ts';
import { schemaOf } from '../schema-of.ts';
import { jobBody } from './generate.ts';

export const estimate: Endpoint = {
  paths: {
    '/lipsync/estimate': {
      post: {
        operationId: 'estimate',
        tags: ['Jobs'],
        summary: "Estimate a job's cost and duration",
        description: 'Takes the same body as generate. Nothing is queued, stored, or counted against the quota.',
        requestBody: jobBody,
        responses: {
          200: {
            description: "Expected values and their intervals, learned from the last two weeks' jobs",
            content: content(ref('Estimate')),
          },
          ...commonErrors,
          ...shared('InvalidJob', 'UnsupportedBody'),
          ...errors({ 413: 'Too large; the message names the limit' }),
        },
      },
    },
  },
  schemas: { Estimate: schemaOf(estimateSchema) },
};
