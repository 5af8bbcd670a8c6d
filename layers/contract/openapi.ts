import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { ACTORS, VOICE_SEXES } from './actors.ts';
import { errorBodySchema } from './errors.ts';
import { estimateSchema } from './estimate.ts';
import type { Identifiers } from './identifiers.ts';
import { jobSchema } from './job.ts';
import { LIMITS } from './limits.ts';
import { cancel, remove, webhookOperations } from './openapi-endings.ts';
import { callerRefusals, content, type Json, query, ref, refusals } from './openapi-parts.ts';
import { ARTIFACTS, JOB_STATUSES, jobStatusSchema } from './record.ts';
import { timelineSchema } from './timeline.ts';

/** The contract as an OpenAPI 3.1 document, made of the schemas that the service checks with. */
export function openApiDocument(identifiers: Identifiers): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Avatar and animation service',
      version: '1.0.0',
      description:
        'Text or a recorded voice in, facial animation out. Jobs are asynchronous: POST one, ask for its status, download.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ token: [] }, { bearer: [] }],
    paths: {
      '/lipsync/generate': { post: generate },
      '/lipsync/estimate': { post: estimate },
      '/lipsync/uploads': { post: uploads },
      '/lipsync/cancel': { post: cancel },
      '/lipsync/jobs/{id}': { delete: remove },
      ...both('/status', { get: status }),
      ...both('/download', { get: download }),
      '/lipsync/actors': { get: actors },
      '/openapi.json': {
        get: {
          operationId: 'openapi',
          summary: 'This document',
          security: [],
          responses: { 200: { description: 'The contract', content: { 'application/json': {} } } },
        },
      },
    },
    webhooks: webhookOperations,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'query', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Job: schemaOf(jobSchema(identifiers)),
        JobStatus: schemaOf(jobStatusSchema),
        Error: schemaOf(errorBodySchema),
        Estimate: schemaOf(estimateSchema),
        Timeline: schemaOf(timelineSchema),
      },
    },
  };
}

/** An address that answers at the root and under `/lipsync`; each place is an operation of its own. */
const both = (path: string, { get }: { get: Json }): Json => ({
  [path]: { get },
  [`/lipsync${path}`]: { get: { ...get, operationId: `${get.operationId}UnderLipsync` } },
});

/** What clients send: input types, without what only the service checks (a text is not blank, an even width). */
const schemaOf = (schema: v.GenericSchema): Json => {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest as Json;
};

const generate: Json = {
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

const estimate: Json = {
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

const uploads: Json = {
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

const actors: Json = {
  operationId: 'actors',
  summary: 'The actors that a film can show',
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
                  description: 'A square JPEG image; lives for 15 minutes. Null where nothing could draw it',
                },
              },
            },
          },
        },
      }),
    },
    ...refusals(callerRefusals),
  },
};

const status: Json = {
  operationId: 'status',
  summary: 'One job by id, or the jobs of the caller, newest first',
  parameters: [
    query('id', { type: 'string', format: 'uuid' }, 'The job; without it, all jobs of the account'),
    query('limit', { type: 'integer', minimum: 1, maximum: LIMITS.pageJobs, default: 20 }, 'Jobs on a page'),
    query('cursor', { type: 'string' }, 'The cursor of the page before'),
    query('status', { enum: JOB_STATUSES }, 'Only jobs in this state'),
  ],
  responses: {
    200: {
      description: 'The job, or a page of jobs',
      content: content({
        oneOf: [
          ref('JobStatus'),
          {
            type: 'object',
            required: ['jobs', 'cursor'],
            properties: { jobs: { type: 'array', items: ref('JobStatus') }, cursor: { type: ['string', 'null'] } },
          },
        ],
      }),
    },
    ...refusals({ ...callerRefusals, 400: 'A parameter is wrong', 404: 'There is no such job' }),
  },
};

const download: Json = {
  operationId: 'download',
  summary: 'Download a result or a by-product',
  parameters: [
    query('id', { type: 'string', format: 'uuid' }, 'The job', true),
    query('artifact', { enum: ARTIFACTS, default: 'result' }, 'The result itself, or a by-product'),
    query('format', { enum: ['redirect', 'json'], default: 'redirect' }, 'A redirect, or a description of the object'),
  ],
  responses: {
    200: {
      description: 'Where the object is (`format=json`)',
      content: content({
        type: 'object',
        required: ['url', 'expires_at', 'content_type', 'size', 'sha256'],
        properties: {
          url: { type: 'string', format: 'uri' },
          expires_at: { type: 'string', format: 'date-time' },
          content_type: { type: 'string' },
          size: { type: 'integer' },
          sha256: { type: 'string' },
        },
      }),
    },
    302: {
      description: 'The object is at `location`',
      headers: { location: { schema: { type: 'string', format: 'uri' } } },
    },
    ...refusals({
      ...callerRefusals,
      400: 'A parameter is wrong',
      404: 'There is no such job or artifact',
      409: 'The job is not finished',
      410: 'The job failed, was cancelled or has expired',
    }),
  },
};
