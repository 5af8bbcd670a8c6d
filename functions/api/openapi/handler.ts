import { openApiDocument } from '@talking-avatar/contract';
import { baseUrlOf, createEndpoint, jsonResponse, readEnvironment } from '#runtime';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);
const document = openApiDocument(settings.IDENTIFIERS);

/** `GET /openapi.json` returns the API as an OpenAPI 3.1 document. */
export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ event }) =>
  jsonResponse({ ...document, servers: [{ url: baseUrlOf(event) }] }, 200, { 'cache-control': 'private, max-age=300' }),
);
