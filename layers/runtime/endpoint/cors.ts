import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { findHeader } from './request.ts';

/** Request headers that browsers only send if the endpoint allows them (Fetch standard, "CORS-preflight fetch"). */
const REQUEST_HEADERS = ['authorization', 'content-type', 'idempotency-key'];

/** Response headers that scripts may read in addition to the safelisted ones (Fetch standard, "CORS-safelisted response-header name"). */
export const EXPOSED_HEADERS = [
  'retry-after',
  'idempotent-replayed',
  'location',
  'x-amzn-requestid',
  'error-type',
  'ratelimit',
  'ratelimit-policy',
];

/** How long browsers may cache a preflight response, in s. This is the maximum that Chromium allows. */
const MAX_AGE = 7_200;

/**
 * Allows web pages from other origins to call an endpoint, and responds to preflight requests. It runs before authentication and rate
 * limiting because preflight requests have no token and are not rate-limited. Browsers do not let pages from other origins see responses
 * without CORS headers.
 * @param origins allowed origins; `*` allows all
 */
export const handleCors = (
  methods: readonly string[],
  origins: readonly string[],
): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const addHeaders = (request: middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult>) => {
    if (request.response) request.response = addCorsHeaders(request.event, request.response, origins);
  };
  return {
    before: ({ event }) =>
      isPreflight(event) && findAllowedOrigin(event, origins) ? addCorsHeaders(event, preflightResponse(methods), origins) : undefined,
    after: addHeaders,
    onError: addHeaders,
  };
};

/** Adds headers that allow pages from the origin of the request to read the response. */
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
      vary: response.headers?.vary ? `${response.headers.vary}, Origin` : 'Origin',
      ...(origin && {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
      }),
    },
  };
}

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
