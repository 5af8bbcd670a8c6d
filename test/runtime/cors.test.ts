import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { addCorsHeaders } from '#runtime/cors';

const event = { headers: { origin: 'https://a.example.com' } } as unknown as APIGatewayProxyEvent;

it.each([
  [{}, 'Origin'],
  [{ vary: 'Accept-Encoding, Range' }, 'Accept-Encoding, Range, Origin'],
])('a response with the headers %j varies by %s', (headers, vary) => {
  const response = addCorsHeaders(event, { statusCode: 302, headers, body: '' }, ['https://a.example.com']);
  expect(response.headers?.vary).toBe(vary);
});
