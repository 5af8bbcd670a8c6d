import { LIMITS } from '../../limits.ts';
import { jobExamples } from '../examples.ts';
import { commonErrors, content, type Endpoint, errors, type Json, record, ref, shared, uuid } from '../parts.ts';

/** A job as JSON, or as a form with a recording. */
export const jobBody: Json = {
  required: true,
  content: {
    'application/json': { schema: ref('Job'), examples: jobExamples },
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['job', 'audio'],
        properties: {
          job: ref('Job'),
          audio: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
        },
      },
      encoding: { job: { contentType: 'application/json' } },
    },
  },
};

export const generate: Endpoint = {
  paths: {
    '/lipsync/generate': {
      post: {
        operationId: 'generate',
        tags: ['Jobs'],
        summary: 'Submit a job',
        description:
          'JSON to synthesize the text or to download a recording from `audio_url`; multipart with the parts `job` and `audio` to send a recording.',
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description:
              'For one day, repeating a job with the same key returns the same ID, and a different job with the same key is rejected.',
            schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharacters },
          },
        ],
        requestBody: jobBody,
        responses: {
          200: {
            description: 'The job is accepted',
            headers: { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
            content: content(ref('Accepted')),
          },
          ...commonErrors,
          ...shared('InvalidJob', 'UnsupportedBody'),
          ...errors({
            403: "The token has expired, its quota is used up, or the account's budget is used up",
            413: 'Too large; the message names the limit and how to upload large files',
            422: 'The Idempotency-Key was used for a different job',
            501: 'Not available yet',
            503: 'The job was not accepted, or it is unknown whether it was; try again with the same Idempotency-Key',
          }),
        },
      },
    },
  },
  schemas: { Accepted: { ...record({ id: uuid, status: { const: 'queued' } }), additionalProperties: false } },
};
