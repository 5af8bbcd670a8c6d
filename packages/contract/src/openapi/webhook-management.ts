import { WEBHOOK_EVENTS } from '../job.ts';
import { LIMITS } from '../limits.ts';
import { DELIVERY_STATES } from '../webhooks.ts';
import { exampleId } from './examples.ts';
import { commonErrors, content, errorResponses, type Json, query, record, ref, uuid } from './parts.ts';

export const deliveryPageSchema: Json = record({
  deliveries: { type: 'array', items: ref('Delivery') },
  cursor: {
    type: ['string', 'null'],
    description: 'Send it for the next page; null on the last one, and only there: a page may have fewer than `limit`, or none',
  },
});

const delivery: Json = {
  id: exampleId,
  host: 'example.com',
  event: 'on_success',
  state: 'waiting',
  attempts: 1,
  next_attempt_at: '2026-11-23T12:00:15.000Z',
  log: [{ at: '2026-11-23T12:00:10.000Z', status: null, reason: 'the connection failed (ECONNREFUSED)', duration: 21 }],
};

/** An example of a delivery after it is sent again. */
const replayed: Json = { ...delivery, next_attempt_at: '2026-11-23T12:30:00.000Z' };

const secretExample: Json = {
  secrets: [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', expires_at: null }],
};

const secretResponse: Json = {
  description: 'The secrets that are valid',
  content: { 'application/json': { schema: ref('WebhookSecrets'), example: secretExample } },
};

export const readSecret: Json = {
  operationId: 'webhookSecret',
  tags: ['Webhooks'],
  summary: 'The secret that webhooks are signed with',
  description: 'One for all webhooks of the account, as in Standard Webhooks 1.0.',
  responses: { 200: secretResponse, ...errorResponses(commonErrors) },
};

export const rotateSecret: Json = {
  operationId: 'rotateWebhookSecret',
  tags: ['Webhooks'],
  summary: 'Rotate the secret that webhooks are signed with',
  description:
    'The secret before signs too for 24 hours. Within these, another rotation is refused, since it ends the secret before at once; `force` rotates all the same.',
  requestBody: {
    required: false,
    content: content({
      type: 'object',
      additionalProperties: false,
      properties: { force: { type: 'boolean', description: 'Default: false.' } },
    }),
  },
  responses: {
    200: secretResponse,
    ...errorResponses({
      ...commonErrors,
      400: 'The body is invalid',
      409: 'The secret was rotated within 24 hours',
      415: 'The body is compressed',
    }),
  },
};

export const deliveries: Json = {
  operationId: 'webhookDeliveries',
  tags: ['Webhooks'],
  summary: 'The webhook deliveries of the account, of the newest jobs first',
  description: 'With their attempts, as in the status of a job. A page may have fewer than `limit`; the last has no cursor.',
  parameters: [
    query('state', { enum: DELIVERY_STATES }, 'Only deliveries in this state'),
    query('limit', { type: 'integer', minimum: 1, maximum: LIMITS.pageJobs, default: 20 }, 'Jobs that a page reads'),
    query('cursor', { type: 'string' }, 'The cursor of the previous page'),
  ],
  responses: {
    200: {
      description: 'A page of deliveries',
      content: {
        'application/json': { schema: ref('DeliveryPage'), example: { deliveries: [delivery], cursor: null } },
      },
    },
    ...errorResponses({ ...commonErrors, 400: 'A parameter is invalid' }),
  },
};

export const replayWebhook: Json = {
  operationId: 'replayWebhook',
  tags: ['Webhooks'],
  summary: 'Send a webhook again',
  description: 'One that was delivered or given up. It has the same `webhook-id` and body as before, and is retried like a new one.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { ...record({ id: uuid, event: { enum: WEBHOOK_EVENTS } }), additionalProperties: false },
        example: { id: exampleId, event: 'on_success' },
      },
    },
  },
  responses: {
    200: {
      description: 'The delivery, waiting for its next attempt',
      content: { 'application/json': { schema: ref('Delivery'), example: replayed } },
    },
    ...errorResponses({
      ...commonErrors,
      400: 'The body is invalid',
      404: 'There is no such job, or it names no such webhook',
      409: 'The webhook is waiting already, or there is nothing to send',
      410: 'The job was deleted or has expired',
      415: 'The body is compressed',
    }),
  },
};
