import { endpoint, json, readEnvironment } from '../../layers/cloud/index.ts';
import { openApiDocument } from '../../layers/contract/index.ts';

const settings = readEnvironment('openapi');
const document = openApiDocument(settings.IDENTIFIERS);

/** `GET /openapi.json`: the contract as an OpenAPI 3.1 document. */
export const handler = endpoint({ methods: ['GET'] }, async ({ event }) => {
  const { domainName, stage } = event.requestContext;
  const host = event.headers.Host ?? event.headers.host ?? domainName ?? 'localhost';
  const local = host.startsWith('127.0.0.1') || host.startsWith('localhost');
  const url = local ? `http://${host}` : `https://${host}${domainName?.includes('execute-api') ? `/${stage}` : ''}`;
  return json({ ...document, servers: [{ url }] }, 200, { 'cache-control': 'private, max-age=300' });
});
