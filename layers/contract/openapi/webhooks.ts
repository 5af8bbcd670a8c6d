import { WEBHOOK_EVENTS } from '../job.ts';
import { content, type Json, ref } from './parts.ts';

const SUMMARIES: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], string>> = {
  on_running: 'The job has started',
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

/** The webhook requests that the service sends, signed as in Standard Webhooks 1.0. */
export const webhookOperations: Json = Object.fromEntries(
  WEBHOOK_EVENTS.map((key) => [
    key,
    {
      post: {
        operationId: key,
        summary: SUMMARIES[key],
        security: [],
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          name,
          in: 'header',
          required: true,
          schema: { type: 'string' },
        })),
        requestBody: { required: true, content: content(body) },
        responses: { 200: { description: 'Any 2xx: delivered. 410: not retried. Anything else is retried.' } },
      },
    },
  ]),
);
