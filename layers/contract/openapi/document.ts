import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { avatarRequestSchema, avatarSchema } from '../avatars.ts';
import { errorBodySchema } from '../errors.ts';
import { estimateSchema } from '../estimate.ts';
import type { PublicNames } from '../identifiers.ts';
import { jobSchema } from '../job.ts';
import { jobStatusSchema } from '../record.ts';
import { timelineSchema } from '../timeline.ts';
import { actors } from './actors.ts';
import { createAvatar, deleteAvatar, listAvatars, readAvatar } from './avatars.ts';
import { cancel, download, remove, status } from './jobs.ts';
import type { Json } from './parts.ts';
import { estimate, generate, uploads } from './submissions.ts';
import { webhookOperations } from './webhooks.ts';

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
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
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
      '/lipsync/avatars': { get: listAvatars, post: createAvatar },
      '/lipsync/avatars/{id}': { get: readAvatar, delete: deleteAvatar },
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
        Avatar: schemaOf(avatarSchema),
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
  return rest as Json;
};
