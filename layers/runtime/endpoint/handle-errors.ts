import type middy from '@middy/core';
import { ApiError, apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '#aws/log';
import { isTransientError } from '#aws/transient-errors';
import { findErrorResponse } from './domain-errors.ts';
import { jsonResponse } from './responses.ts';

export interface ErrorResponseOptions {
  /** True if the endpoint accepts an Idempotency-Key, so that a request without a response can be repeated safely. */
  keyed?: boolean;
}

/**
 * Converts every error to the contract's format. Logs unexpected errors and responds with the request ID: 503 if a retry may succeed,
 * otherwise 500.
 */
export const handleErrors = (options: ErrorResponseOptions): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { requestId } = request.event.requestContext;
    const error = toApiError(request.error, requestId, options);
    if (error !== request.error && error.body.code >= 500) log.error('The request failed', request.error as Error);
    // The request's log line contains the reason.
    request.error = error;
    request.response = jsonResponse(error.body, error.body.code, error.headers);
  },
});

function toApiError(error: unknown, requestId: string, options: ErrorResponseOptions): ApiError {
  if (error instanceof ApiError) return error;
  const response = findErrorResponse(error);
  if (response) return response;
  return isTransientError(error) ? apiErrors.unavailable(requestId, options) : apiErrors.internal(requestId);
}

/** Creates the response when the function runs out of time: 503. */
export function createTimeoutResponse(
  { requestContext: { requestId }, path }: APIGatewayProxyEvent,
  options: ErrorResponseOptions,
): APIGatewayProxyResult {
  log.error('The request could not be answered in time', { request: requestId, path });
  const { body, headers } = apiErrors.unavailable(requestId, options);
  return jsonResponse(body, body.code, headers);
}
