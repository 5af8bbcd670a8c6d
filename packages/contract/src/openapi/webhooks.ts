import { WEBHOOK_EVENTS } from '../job.ts';
import { RESULT_TYPES } from '../output.ts';
import { JOB_STATUSES } from '../record.ts';
import { webhookExample } from './examples.ts';
import { instant, type Json, record, ref, uri, uuid } from './parts.ts';

const SUMMARIES: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], string>> = {
  on_running: 'The job has started',
  on_success: 'The result can be downloaded',
  on_fail: 'The job has failed, or was cancelled',
};

const orNull = (schema: Json): Json => ({ oneOf: [schema, { type: 'null' }] });

/** The data of an event; `metadata` is absent if the job was submitted without it. */
const withMetadata = (properties: Json): Json => ({
  ...record(properties),
  properties: { ...properties, metadata: { type: 'object', additionalProperties: { type: 'string' } } },
});

export const webhookEventSchema: Json = record({
  type: { enum: ['job.running', 'job.succeeded', 'job.failed', 'job.cancelled'] },
  timestamp: instant,
  data: withMetadata({
    id: uuid,
    status: { enum: JOB_STATUSES },
    created_at: instant,
    started_at: orNull(instant),
    finished_at: orNull(instant),
    output: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { enum: RESULT_TYPES },
        duration: { type: 'number', description: 'Duration of the speech, s' },
        engine: { type: 'string' },
        voice: { type: 'string' },
        warnings: { type: 'array', items: { type: 'string' } },
      },
    },
    error: orNull(ref('Error')),
    download_url: orNull(uri),
  }),
});

/** The webhook requests that the service sends, signed as in Standard Webhooks 1.0. */
export const webhookOperations: Json = Object.fromEntries(
  WEBHOOK_EVENTS.map((key) => [
    key,
    {
      post: {
        operationId: key,
        summary: SUMMARIES[key],
        description: 'Signed as in Standard Webhooks 1.0.',
        tags: ['Webhooks'],
        security: [],
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          name,
          in: 'header',
          required: true,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: ref('WebhookEvent'), example: webhookExample(key) } },
        },
        responses: { 200: { description: 'Any 2xx: delivered. 410: not retried. Anything else is retried.' } },
      },
    },
  ]),
);
