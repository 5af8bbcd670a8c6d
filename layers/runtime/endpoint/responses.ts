import type { APIGatewayProxyResult } from 'aws-lambda';

/** An answer in JSON. */
export const jsonResponse = (
  body: unknown,
  statusCode = 200,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});

/** Done, and nothing to say. */
export const emptyResponse = (): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { 'cache-control': 'no-store' },
  body: '',
});

export const redirectResponse = (location: string): APIGatewayProxyResult => ({
  statusCode: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});
