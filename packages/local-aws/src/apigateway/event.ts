import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RestApiModel } from './model.ts';
import type { Match } from './routes.ts';

export interface ReceivedRequest {
  readonly id: string;
  readonly message: IncomingMessage;
  readonly url: URL;
  readonly body: Buffer;
}

/** Builds the event for a proxy integration (payload format 1.0). */
export function makeProxyEvent(api: RestApiModel, match: Match, { id, message, url, body }: ReceivedRequest): APIGatewayProxyEvent {
  const headers = multiValueHeaders(message);
  const query = multiValueQuery(url);
  const isBinary = isBinaryType(api.binaryMediaTypes, message.headers['content-type']);
  return {
    resource: match.route.resource,
    path: url.pathname,
    httpMethod: message.method ?? 'GET',
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: query && lastValues(query),
    multiValueQueryStringParameters: query,
    pathParameters: match.pathParameters,
    stageVariables: null,
    body: body.length > 0 ? body.toString(isBinary ? 'base64' : 'utf8') : null,
    isBase64Encoded: isBinary && body.length > 0,
    requestContext: requestContext(api, match, { id, message, url, body }),
  };
}

function requestContext(api: RestApiModel, { route }: Match, { id, message, url }: ReceivedRequest) {
  const now = new Date();
  return {
    accountId: api.account,
    apiId: api.id,
    authorizer: null,
    domainName: message.headers.host ?? '127.0.0.1',
    domainPrefix: api.id,
    extendedRequestId: id,
    httpMethod: message.method ?? 'GET',
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: message.socket.remoteAddress ?? '127.0.0.1',
      user: null,
      userAgent: message.headers['user-agent'] ?? null,
      userArn: null,
    },
    path: `/${api.stage}${url.pathname}`,
    protocol: `HTTP/${message.httpVersion}`,
    requestId: id,
    requestTime: now.toUTCString(),
    requestTimeEpoch: now.getTime(),
    resourceId: route.resourceId,
    resourcePath: route.resource,
    stage: api.stage,
  };
}

/** Header values by name, as sent. Names that differ only in case share an entry. */
function multiValueHeaders({ rawHeaders }: IncomingMessage): Record<string, string[]> {
  const spelling = new Map<string, string>();
  // Use a Map, because a header may be named `constructor` or `__proto__`.
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [sent, value] = [rawHeaders[index] as string, rawHeaders[index + 1] as string];
    const name = spelling.get(sent.toLowerCase()) ?? sent;
    spelling.set(sent.toLowerCase(), name);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

function multiValueQuery({ searchParams }: URL): Record<string, string[]> | null {
  const names = [...new Set(searchParams.keys())];
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])) : null;
}

const lastValues = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) as string]));

/**
 * True if bodies of this media type, or responses to clients that accept it, are sent as base64. Media types must match exactly, as on AWS.
 */
export function isBinaryType(binaryTypes: readonly string[], contentType: string | undefined): boolean {
  if (binaryTypes.includes('*/*')) return true;
  return binaryTypes.includes((contentType ?? '').split(';')[0]?.trim() ?? '');
}
