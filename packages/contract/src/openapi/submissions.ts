import { LIMITS } from '../limits.ts';
import { jobExamples } from './examples.ts';
import { commonErrors, content, errorResponses, instant, type Json, record, ref, uri, uuid } from './parts.ts';

export const acceptedSchema: Json = {
  ...record({ id: uuid, status: { const: 'queued' } }),
  additionalProperties: false,
};

export const uploadSchema: Json = record({
  upload: record({
    method: { const: 'PUT' },
    url: uri,
    headers: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  audio_url: { ...uri, description: 'What the job names the recording by' },
  expires_at: instant,
});

export const generate: Json = {
  operationId: 'generate',
  tags: ['Jobs'],
  summary: 'Submit a job',
  description:
    'JSON for speech synthesized from the text or downloaded from `audio_url`; multipart with the parts `job` and `audio` for a recording.',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Repeating a job with the same key returns the same id for one day; another job with the same key is rejected.',
      schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharacters },
    },
  ],
  requestBody: {
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
  },
  responses: {
    200: {
      description: 'The job is accepted',
      headers: { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } },
      content: content(ref('Accepted')),
    },
    ...errorResponses({
      ...commonErrors,
      400: 'The job specification is missing, malformed or invalid',
      403: 'The token has expired, its quota is used up, or the budget of the account is used up',
      413: 'Too large; the message names the limit and how to upload large files',
      415: 'Neither JSON nor multipart, or compressed with a content-encoding',
      422: 'The Idempotency-Key was used for another job',
      501: 'Not available yet',
      503: 'The job was not accepted, or it is unknown whether it was; try again with the same Idempotency-Key',
    }),
  },
};

export const estimate: Json = {
  operationId: 'estimate',
  tags: ['Jobs'],
  summary: 'Estimate the cost and the duration of a job',
  description: 'Takes the same body as generate. Nothing is queued, stored or counted against the quota.',
  requestBody: generate.requestBody,
  responses: {
    200: {
      description: 'Expected values and their intervals, learned from the jobs of the last two weeks',
      content: content(ref('Estimate')),
    },
    ...errorResponses({
      ...commonErrors,
      400: 'The job specification is missing, malformed or invalid',
      413: 'Too large; the message names the limit',
      415: 'Neither JSON nor multipart, or compressed with a content-encoding',
    }),
  },
};

export const uploads: Json = {
  operationId: 'createUpload',
  tags: ['Jobs'],
  summary: 'Get a URL for uploading a large recording',
  description: 'PUT the recording to `upload.url` with `upload.headers`, then submit a job with `audio_url`.',
  requestBody: {
    required: true,
    content: content({
      type: 'object',
      required: ['size'],
      additionalProperties: false,
      properties: {
        size: { type: 'integer', minimum: 1, maximum: LIMITS.audioBytes, description: 'Bytes' },
        content_type: {
          type: 'string',
          pattern: '^[\\w.+-]{1,60}/[\\w.+-]{1,60}$',
          default: 'application/octet-stream',
        },
      },
    }),
  },
  responses: {
    200: {
      description: 'Where to send the recording, and how a job names it',
      content: content(ref('Upload')),
    },
    ...errorResponses({ ...commonErrors, 400: 'The size or media type is invalid', 415: 'The body is compressed' }),
  },
};
