import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { accountSchema, jobCostSchema } from '../account.ts';
import { avatarRequestSchema, avatarSchema } from '../avatars.ts';
import { errorBodySchema } from '../errors.ts';
import { estimateSchema } from '../estimate.ts';
import type { PublicNames } from '../identifiers.ts';
import { jobSchema } from '../job.ts';
import { jobStatusSchema } from '../record.ts';
import { timelineSchema } from '../timeline.ts';
import { voiceSchema } from '../voices.ts';
import { deliverySchema, webhookSecretsSchema } from '../webhooks.ts';
import { account, costs, jobCostPageSchema } from './account.ts';
import { actorSchema, actors } from './actors.ts';
import { avatarPageSchema, createAvatar, deleteAvatar, listAvatars, readAvatar } from './avatars.ts';
import { cancel, download, fileLinkSchema, jobPageSchema, remove, status } from './jobs.ts';
import { errorResponses, HEADERS, type Json, TAGS } from './parts.ts';
import { acceptedSchema, estimate, generate, uploadSchema, uploads } from './submissions.ts';
import { voices } from './voices.ts';
import { deliveries, deliveryPageSchema, readSecret, replayWebhook, rotateSecret } from './webhook-management.ts';
import { webhookEventSchema, webhookOperations } from './webhooks.ts';

/**
 * Creates the OpenAPI 3.1 document of the interface from the schemas that validate requests and responses.
 *
 * @param identifiers Names that the deployment uses for its rigs and its speech engine.
 */
export function openApiDocument(identifiers: PublicNames): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Avatar and animation service',
      version: '1.0.0',
      description:
        'Facial animation from text or from a recorded voice. Jobs are asynchronous: submit a job, poll its status, download the result.',
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // The operation that returns the document puts its own address here.
    servers: [{ url: '/' }],
    tags: TAGS,
    security: [{ token: [] }, { bearer: [] }],
    paths: {
      '/lipsync/generate': { post: generate },
      '/lipsync/estimate': { post: estimate },
      '/lipsync/uploads': { post: uploads },
      '/lipsync/cancel': { post: cancel },
      '/lipsync/jobs/{id}': { delete: remove },
      ...atRootAndUnderLipsync('/status', { get: status }),
      ...atRootAndUnderLipsync('/download', { get: download }),
      '/lipsync/actors': { get: actors },
      '/lipsync/voices': { get: voices },
      '/lipsync/account': { get: account },
      '/lipsync/costs': { get: costs },
      '/lipsync/webhooks/secret': { get: readSecret, post: rotateSecret },
      '/lipsync/webhooks/deliveries': { get: deliveries },
      '/lipsync/webhooks/replay': { post: replayWebhook },
      '/lipsync/avatars': { get: listAvatars, post: createAvatar },
      '/lipsync/avatars/{id}': { get: readAvatar, delete: deleteAvatar },
      '/openapi.json': {
        get: {
          operationId: 'openapi',
          summary: 'This document',
          description: 'Needs no token.',
          tags: ['Catalogue'],
          security: [],
          responses: {
            200: { description: 'The contract', content: { 'application/json': { schema: { type: 'object' } } } },
            ...errorResponses({ 405: 'The method is not allowed here', 429: 'Too many requests; see Retry-After' }),
          },
        },
      },
    },
    webhooks: webhookOperations,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'query', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      headers: HEADERS,
      schemas: {
        Job: schemaOf(jobSchema(identifiers)),
        Accepted: acceptedSchema,
        JobStatus: schemaOf(jobStatusSchema),
        JobPage: jobPageSchema,
        FileLink: fileLinkSchema,
        Upload: uploadSchema,
        Actor: actorSchema,
        Voice: schemaOf(voiceSchema),
        Account: schemaOf(accountSchema),
        JobCost: schemaOf(jobCostSchema),
        JobCostPage: jobCostPageSchema,
        WebhookSecrets: schemaOf(webhookSecretsSchema),
        Delivery: schemaOf(deliverySchema),
        DeliveryPage: deliveryPageSchema,
        WebhookEvent: webhookEventSchema,
        Error: schemaOf(errorBodySchema),
        Avatar: schemaOf(avatarSchema),
        AvatarPage: avatarPageSchema,
        AvatarRequest: schemaOf(avatarRequestSchema),
        Estimate: schemaOf(estimateSchema),
        Timeline: schemaOf(timelineSchema),
      },
    },
  };
}

/** A path at the root and under `/lipsync`, each with its own operation id. */
const atRootAndUnderLipsync = (path: string, { get }: { get: Json }): Json => ({
  [path]: { get },
  [`/lipsync${path}`]: { get: { ...get, operationId: `${get.operationId}UnderLipsync` } },
});

/**
 * The JSON schema of what clients send. Rules that JSON Schema cannot express, such as a text with at least one word, are
 * left out.
 */
const schemaOf = (schema: v.GenericSchema): Json => {
  const { $schema, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    // A schema that accepts more than its JSON schema says brings what else it accepts.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      'beside' in valibotSchema ? { anyOf: [jsonSchema, valibotSchema.beside as typeof jsonSchema] } : undefined,
  });
  return describeDefaults(rest as Json) as Json;
};

/** Moves defaults into descriptions: generators of clients make a field with a default a required one. */
function describeDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeDefaults);
  if (typeof value !== 'object' || value === null) return value;
  const { default: given, description, ...rest } = value as { default?: unknown; description?: string };
  const shown = isPlain(given) ? [`Default: ${JSON.stringify(given)}.`] : [];
  const sentences = [...(description ? [description] : []), ...shown];
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, describeDefaults(inner)])),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
  };
}

/** Whether a default says something: `{}` says that its own fields have their defaults. */
const isPlain = (value: unknown): boolean => value !== undefined && (typeof value !== 'object' || Object.keys(value as object).length > 0);
