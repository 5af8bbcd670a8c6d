import type { APIGatewayProxyResult } from 'aws-lambda';

/** Creates a response with a JSON body that must not be cached. */
export const jsonResponse = (body: unknown, statusCode = 200, headers: Record<string, string> = {}): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});

/** Creates a 204 response without a body. */
export const emptyResponse = (): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { 'cache-control': 'no-store' },
  body: '',
});

/** Creates a 302 response that must not be cached. */
export const redirectResponse = (location: string, headers: Record<string, string> = {}): APIGatewayProxyResult => ({
  statusCode: 302,
  headers: { location, 'cache-control': 'no-store', ...headers },
  body: '',
});
