import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { findHeader } from './header.ts';

/** Headers of requests that browsers send only where they are allowed by name (Fetch standard, "CORS-preflight fetch"). */
const REQUEST_HEADERS = ['authorization', 'content-type', 'idempotency-key'];

/** Headers of answers that scripts may read beside the few that they always may (Fetch standard, "CORS-safelisted response-header name"). */
export const EXPOSED_HEADERS = ['retry-after', 'idempotent-replayed', 'location', 'x-amzn-requestid'];

/** Seconds that a browser may remember a preflight: the most that Chromium does. */
const MAX_AGE = 7_200;

/**
 * Lets web pages of other origins call an endpoint, and answers their preflight requests.
 *
 * A preflight needs no token and is counted by no rate limit, so this stands before both. A request without an Origin header is
 * answered as if this were not here, and so is one of an origin that is not allowed, but for `Vary`: the browser then keeps the answer
 * from the page.
 *
 * @param methods the methods of the endpoint
 * @param origins the allowed origins; `*` stands for all
 */
export const handleCors = (
  methods: readonly string[],
  origins: readonly string[],
): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const mark = (request: middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult>) => {
    if (request.response) request.response = addCorsHeaders(request.event, request.response, origins);
  };
  return {
    before: ({ event }) =>
      isPreflight(event) && findAllowedOrigin(event, origins)
        ? addCorsHeaders(event, preflightResponse(methods), origins)
        : undefined,
    after: mark,
    onError: mark,
  };
};

/** Adds to an answer what lets a page of the request's origin read it. */
export function addCorsHeaders(
  event: APIGatewayProxyEvent,
  response: APIGatewayProxyResult,
  origins: readonly string[],
): APIGatewayProxyResult {
  if (origins.length === 0 || findHeader(event, 'origin') === undefined) return response;
  const origin = findAllowedOrigin(event, origins);
  return {
    ...response,
    headers: {
      ...response.headers,
      vary: 'Origin',
      ...(origin && {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
      }),
    },
  };
}

/** The request's own origin where it is allowed: it is repeated exactly, also where all are allowed. */
function findAllowedOrigin(event: APIGatewayProxyEvent, origins: readonly string[]): string | undefined {
  const origin = findHeader(event, 'origin');
  return origin !== undefined && (origins.includes('*') || origins.includes(origin)) ? origin : undefined;
}

const isPreflight = (event: APIGatewayProxyEvent): boolean =>
  event.httpMethod === 'OPTIONS' && findHeader(event, 'access-control-request-method') !== undefined;

const preflightResponse = (methods: readonly string[]): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': REQUEST_HEADERS.join(', '),
    'access-control-max-age': String(MAX_AGE),
  },
  body: '',
});
