import { WEBHOOK_KEYS } from './job.ts';
import { callerRefusals, content, type Json, query, ref, refusals } from './openapi-parts.ts';

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

const TOLD: Readonly<Record<(typeof WEBHOOK_KEYS)[number], string>> = {
  on_running: 'The job has begun',
  on_success: 'The result can be downloaded',
  on_fail: 'The job has failed (`job.failed`) or was cancelled (`job.cancelled`)',
};

const instant: Json = { type: 'string', format: 'date-time' };
const orNull = (schema: Json): Json => ({ oneOf: [schema, { type: 'null' }] });

const body: Json = {
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { enum: ['job.running', 'job.succeeded', 'job.failed', 'job.cancelled'] },
    timestamp: instant,
    data: {
      type: 'object',
      required: ['id', 'status', 'created_at', 'started_at', 'finished_at', 'output', 'error', 'download_url'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        status: { type: 'string' },
        created_at: instant,
        started_at: orNull(instant),
        finished_at: orNull(instant),
        output: { type: 'object' },
        error: orNull(ref('Error')),
        download_url: orNull({ type: 'string', format: 'uri' }),
      },
    },
  },
};

/** What the service sends to the addresses of a job, signed as Standard Webhooks 1.0 says. */
export const webhookOperations: Json = Object.fromEntries(
  WEBHOOK_KEYS.map((key) => [
    key,
    {
      post: {
        operationId: key,
        summary: TOLD[key],
        security: [],
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          name,
          in: 'header',
          required: true,
          schema: { type: 'string' },
        })),
        requestBody: { required: true, content: content(body) },
        responses: { 200: { description: 'Any 2xx: told. 410: do not try again. Anything else is tried again.' } },
      },
    },
  ]),
);
