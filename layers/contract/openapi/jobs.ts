import { LIMITS } from '../limits.ts';
import { ARTIFACTS, JOB_STATUSES } from '../record.ts';
import { callerRefusals, content, type Json, query, ref, refusals } from './parts.ts';

export const status: Json = {
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

export const download: Json = {
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

export const cancel: Json = {
  operationId: 'cancel',
  summary: 'Cancel a job that waits or runs',
  description: 'A job that is cancelled already stays so. The job counts against the quota all the same.',
  parameters: [query('id', { type: 'string', format: 'uuid' }, 'The job; or as {"id": …} in the body')],
  requestBody: {
    required: false,
    content: content({ type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } }),
  },
  responses: {
    200: { description: 'The job is cancelled', content: content(ref('JobStatus')) },
    ...refusals({
      ...callerRefusals,
      400: 'The id is missing',
      404: 'There is no such job',
      409: 'The job has succeeded or failed already',
      410: 'The job was deleted or has expired',
    }),
  },
};

export const remove: Json = {
  operationId: 'deleteJob',
  summary: 'Delete a job with all that it was given and has made',
  description: 'A job that has not ended is cancelled first. Webhooks that still wait are not sent.',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
  responses: {
    204: { description: 'The job is deleted' },
    ...refusals({ ...callerRefusals, 404: 'There is no such job', 410: 'The job was deleted or has expired' }),
  },
};
