import { errorBodySchema } from '../errors.ts';
import type { PublicNames } from '../identifiers.ts';
import { jobSchema } from '../job.ts';
import { ENDPOINTS } from './operations/index.ts';
import { type Endpoint, HEADERS, type Json, RESPONSES, TAGS } from './parts.ts';
import { schemaOf } from './schema-of.ts';
import { webhookEventSchema, webhookOperations } from './webhooks.ts';

/**
 * Builds the OpenAPI 3.1 document from the endpoints and the validation schemas.
 * @param identifiers the deployment's names for rigs and engine
 */
export function openApiDocument(identifiers: PublicNames): Json {
  const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Avatar and animation service',
      version: '1.0.0',
      description:
        'Facial animation from text or a recorded voice. Jobs are asynchronous: submit a job, poll its status, download the result.',
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // The operation that returns the document replaces this with its own base URL.
    servers: [{ url: '/' }],
    tags: TAGS,
    security: [{ token: [] }, { bearer: [] }],
    paths: Object.assign({}, ...endpoints.map(({ paths }) => paths)),
    webhooks: webhookOperations,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'query', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      headers: HEADERS,
      responses: RESPONSES,
      schemas: {
        Job: schemaOf(jobSchema(identifiers)),
        ...Object.assign({}, ...endpoints.map(({ schemas }) => schemas)),
        WebhookEvent: webhookEventSchema,
        Error: schemaOf(errorBodySchema),
      },
    },
  };
}
