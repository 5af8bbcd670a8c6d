import { WEBHOOK_EVENTS } from '../../job.ts';
import { LIMITS } from '../../limits.ts';
import { DELIVERY_STATES, deliverySchema, webhookSecretsSchema } from '../../webhooks.ts';
import { exampleId } from '../examples.ts';
import {
  commonErrors,
  content,
  type Endpoint,
  errors,
  type Json,
  page,
  pageParameters,
  query,
  record,
  ref,
  shared,
  uuid,
} from '../parts.ts';
import { schemaOf } from '../schema-of.ts';

const delivery: Json = {
  id: exampleId,
  host: 'example.com',
  event: 'on_success',
  state: 'waiting',
  attempts: 1,
  next_attempt_at: '2026-11-23T12:00:15.000Z',
  log: [{ at: '2026-11-23T12:00:10.000Z', status: null, reason: 'the connection failed (ECONNREFUSED)', duration: 21 }],
};

const replayed: Json = { ...delivery, next_attempt_at: '2026-11-23T12:30:00.000Z' };

const secrets: Json = {
  description: 'The valid secrets',
  content: {
    'application/json': {
      schema: ref('WebhookSecrets'),
      example: { secrets: [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=', expires_at: null }] },
    },
  },
};

export const webhooks: Endpoint = {
  paths: {
    '/lipsync/webhooks/secret': {
      get: {
        operationId: 'webhookSecret',
        tags: ['Webhooks'],
        summary: 'The secret that signs webhooks',
        description: 'One secret for all webhooks of the account, as in Standard Webhooks 1.0.',
        responses: { 200: secrets, ...commonErrors },
      },
      post: {
        operationId: 'rotateWebhookSecret',
        tags: ['Webhooks'],
        summary: 'Rotate the secret that signs webhooks',
        description:
          'The previous secret continues to sign for 24 hours. Rotating again within that time would invalidate it immediately, so that is rejected unless `force` is true.',
        requestBody: {
          required: false,
          content: content({
            type: 'object',
            additionalProperties: false,
            properties: { force: { type: 'boolean', description: 'Default: false.' } },
          }),
        },
        responses: {
          200: secrets,
          ...commonErrors,
          ...shared('InvalidBody', 'CompressedBody'),
          ...errors({ 409: 'The secret was rotated within the last 24 hours' }),
        },
      },
    },
    '/lipsync/webhooks/deliveries': {
      get: {
        operationId: 'webhookDeliveries',
        tags: ['Webhooks'],
        summary: "The account's webhook deliveries, newest jobs first",
        description:
          'Includes their attempts, like the status of a job. A page may have fewer items than `limit`; on the last page, the cursor is null.',
        parameters: [
          query('state', { enum: DELIVERY_STATES }, 'Only deliveries in this state'),
          ...pageParameters(LIMITS.pageJobs, 'Number of jobs to read for a page'),
        ],
        responses: {
          200: {
            description: 'A page of deliveries',
            content: {
              'application/json': { schema: ref('DeliveryPage'), example: { deliveries: [delivery], cursor: null } },
            },
          },
          ...commonErrors,
          ...shared('InvalidParameter'),
        },
      },
    },
    '/lipsync/webhooks/replay': {
      post: {
        operationId: 'replayWebhook',
        tags: ['Webhooks'],
        summary: 'Send a webhook again',
        description: 'The webhook must be delivered or failed. It keeps its `webhook-id` and body, and is retried like a new one.',
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
          ...commonErrors,
          ...shared('InvalidBody', 'DeletedJob', 'CompressedBody'),
          ...errors({
            404: 'The account does not have this job, or the job does not have this webhook',
            409: 'The webhook is already waiting, or its event has not occurred yet',
          }),
        },
      },
    },
  },
  schemas: {
    WebhookSecrets: schemaOf(webhookSecretsSchema),
    Delivery: schemaOf(deliverySchema),
    DeliveryPage: page('deliveries', ref('Delivery')),
  },
};
