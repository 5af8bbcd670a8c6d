import type { APIGatewayProxyResult } from 'aws-lambda';

/** A response with a JSON body, not cached. */
export const jsonResponse = (body: unknown, statusCode = 200, headers: Record<string, string> = {}): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});

/** Status 204 without a body. */
export const emptyResponse = (): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { 'cache-control': 'no-store' },
  body: '',
});

/** Status 302, not cached. */
export const redirectResponse = (location: string): APIGatewayProxyResult => ({
  statusCode: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});
