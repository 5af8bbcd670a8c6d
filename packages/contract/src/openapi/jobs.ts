import { LIMITS } from '../limits.ts';
import { ARTIFACTS, JOB_STATUSES } from '../record.ts';
import { DERIVED_ARTIFACTS, VISEME_FILES, VISEME_SETS } from '../visemes.ts';
import { commonErrors, content, errorResponses, instant, type Json, query, record, ref, uri, uuid } from './parts.ts';

export const jobPageSchema: Json = record({
  jobs: { type: 'array', items: ref('JobStatus') },
  cursor: {
    type: ['string', 'null'],
    description: 'Send it for the next page; null on the last one, and only there: a page may have fewer than `limit`, or none',
  },
});

export const fileLinkSchema: Json = record({
  url: uri,
  expires_at: instant,
  content_type: { type: 'string' },
  size: { type: 'integer', description: 'Bytes' },
  sha256: { type: 'string', description: 'Hexadecimal' },
});

export const status: Json = {
  operationId: 'status',
  summary: 'One job by id, or the jobs of the caller, newest first',
  description:
    'With `id`, one job; without it, a page of jobs. Poll until `finished_at` is set, after as many seconds as `Retry-After` says, or use webhooks.',
  tags: ['Jobs'],
  parameters: [
    query('id', uuid, 'The job; without it, all jobs of the account'),
    query('limit', { type: 'integer', minimum: 1, maximum: LIMITS.pageJobs, default: 20 }, 'Jobs on a page'),
    query('cursor', { type: 'string' }, 'The cursor of the previous page'),
    query('status', { enum: JOB_STATUSES }, 'Only jobs with this status'),
  ],
  responses: {
    200: {
      description: 'The job, or a page of jobs',
      headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } },
      content: content({
        oneOf: [ref('JobStatus'), ref('JobPage')],
      }),
    },
    ...errorResponses({
      ...commonErrors,
      400: 'A parameter is invalid',
      404: 'There is no such job',
      410: 'The job was deleted or has expired',
    }),
  },
};

export const download: Json = {
  operationId: 'download',
  summary: 'Download the result or another artifact',
  description: 'Redirects to the file, which is valid for some minutes.',
  tags: ['Jobs'],
  parameters: [
    query('id', uuid, 'The job', true),
    query(
      'artifact',
      { enum: [...ARTIFACTS, ...DERIVED_ARTIFACTS], default: 'result' },
      'The result or another artifact. `visemes` is made when it is asked for, and is not among the artifacts of the status.',
    ),
    query(
      'set',
      { enum: VISEME_SETS, default: VISEME_SETS[0] },
      'The mouth shapes of `visemes`: Oculus 15, the 22 of Azure Speech, those of Amazon Polly, Rhubarb A to H and X, or Preston Blair',
    ),
    query(
      'type',
      { enum: VISEME_FILES, default: VISEME_FILES[0] },
      'The file of `visemes`: JSON in the form of Rhubarb; for `set=rhubarb` also its TSV and XML',
    ),
    query('format', { enum: ['redirect', 'json'], default: 'redirect' }, 'A redirect to the file, or its URL and properties as JSON'),
  ],
  responses: {
    200: {
      description: 'With `format=json`, URL and properties of the file; else the file, after the redirect',
      content: {
        'application/json': { schema: { oneOf: [ref('FileLink'), ref('Timeline')] } },
        'application/octet-stream': {
          schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
        },
      },
    },
    302: {
      description: 'Redirect to the file',
      headers: { location: { description: 'The file', schema: uri } },
    },
    ...errorResponses({
      ...commonErrors,
      400: 'A parameter is invalid',
      404: 'There is no such job or artifact',
      409: 'The job is not finished',
      410: 'The job failed, was cancelled or has expired',
    }),
  },
};

export const cancel: Json = {
  operationId: 'cancel',
  summary: 'Cancel a queued or running job',
  tags: ['Jobs'],
  description: 'Cancelling a cancelled job has no effect. A cancelled job still counts against the quota.',
  parameters: [query('id', uuid, 'The job; or as {"id": …} in the body')],
  requestBody: {
    required: false,
    content: content({ type: 'object', required: ['id'], properties: { id: uuid } }),
  },
  responses: {
    200: { description: 'The job is cancelled', content: content(ref('JobStatus')) },
    ...errorResponses({
      ...commonErrors,
      400: 'The id is missing',
      404: 'There is no such job',
      409: 'The job has succeeded or failed already',
      410: 'The job was deleted or has expired',
      415: 'The body is compressed',
    }),
  },
};

export const remove: Json = {
  operationId: 'deleteJob',
  summary: 'Delete a job with its input and its artifacts',
  tags: ['Jobs'],
  description: 'A queued or running job is cancelled first. Webhooks that are still waiting are not sent.',
  parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
  responses: {
    204: { description: 'The job is deleted' },
    ...errorResponses({ ...commonErrors, 404: 'There is no such job', 410: 'The job was deleted or has expired' }),
  },
};
