import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { errorBodySchema } from '../errors.ts';
import { estimateSchema } from '../estimate.ts';
import type { Identifiers } from '../identifiers.ts';
import { jobSchema } from '../job.ts';
import { jobStatusSchema } from '../record.ts';
import { timelineSchema } from '../timeline.ts';
import { actors } from './actors.ts';
import { cancel, download, remove, status } from './jobs.ts';
import type { Json } from './parts.ts';
import { estimate, generate, uploads } from './submissions.ts';
import { webhookOperations } from './webhooks.ts';

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

/** What clients send: input types, without what only the service checks (a text is not blank). */
const schemaOf = (schema: v.GenericSchema): Json => {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest as Json;
};
