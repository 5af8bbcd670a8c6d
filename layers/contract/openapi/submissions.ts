import { LIMITS } from '../limits.ts';
import { callerRefusals, content, type Json, ref, refusals } from './parts.ts';

export const generate: Json = {
  operationId: 'generate',
  summary: 'Submit a job',
  description:
    'JSON for speech made from the text (or from `audio_url`); multipart with the parts `job` and `audio` for a recording.',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same job gives the same id for a day; with another job it is refused.',
      schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharacters },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: ref('Job') },
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['job', 'audio'],
          properties: { job: ref('Job'), audio: { type: 'string', contentMediaType: 'application/octet-stream' } },
        },
        encoding: { job: { contentType: 'application/json' } },
      },
    },
  },
  responses: {
    200: {
      description: 'The job is accepted',
      content: content({
        type: 'object',
        required: ['id', 'status'],
        additionalProperties: false,
        properties: { id: { type: 'string', format: 'uuid' }, status: { const: 'queued' } },
      }),
    },
    ...refusals({
      ...callerRefusals,
      400: 'The job specification is missing, malformed or wrong',
      403: 'The token has lapsed, its plan allows no more requests, or the budget of the account is spent',
      413: 'Too large; the message names the limit and the upload way',
      415: 'Neither JSON nor multipart, or packed by a content-encoding',
      422: 'The Idempotency-Key was used for another job',
      501: 'Not available yet',
      503: 'The job was not accepted, or it cannot be said whether it was; try again under the same Idempotency-Key',
    }),
  },
};

export const estimate: Json = {
  operationId: 'estimate',
  summary: 'What a job would cost and how long it would take',
  description: 'Takes the same body as generate. Nothing is queued, kept or counted against the quota.',
  requestBody: generate.requestBody,
  responses: {
    200: {
      description: 'What is to be expected, with bounds that are learned from the jobs of the last two weeks',
      content: content(ref('Estimate')),
    },
    ...refusals({
      ...callerRefusals,
      400: 'The job specification is missing, malformed or wrong',
      413: 'Too large; the message names the limit',
      415: 'Neither JSON nor multipart, or packed by a content-encoding',
    }),
  },
};

export const uploads: Json = {
  operationId: 'createUpload',
  summary: 'Get an address to upload a large recording to',
  requestBody: {
    required: true,
    content: content({
      type: 'object',
      required: ['size'],
      additionalProperties: false,
      properties: {
        size: { type: 'integer', minimum: 1, maximum: LIMITS.audioBytes, description: 'Bytes' },
        content_type: { type: 'string', default: 'application/octet-stream' },
      },
    }),
  },
  responses: {
    200: {
      description: 'PUT the recording to `upload.url` with `upload.headers`, then submit a job with `audio_url`',
      content: content({
        type: 'object',
        required: ['upload', 'audio_url', 'expires_at'],
        properties: {
          upload: {
            type: 'object',
            required: ['method', 'url', 'headers'],
            properties: {
              method: { const: 'PUT' },
              url: { type: 'string', format: 'uri' },
              headers: { type: 'object', additionalProperties: { type: 'string' } },
            },
          },
          audio_url: { type: 'string', format: 'uri' },
          expires_at: { type: 'string', format: 'date-time' },
        },
      }),
    },
    ...refusals({ ...callerRefusals, 400: 'The size or media type is wrong' }),
  },
};
