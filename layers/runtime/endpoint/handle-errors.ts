import type middy from '@middy/core';
import { ApiError, apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '#aws/log';
import { isTransientError } from '#aws/transient-errors';
import { findErrorResponse } from './domain-errors.ts';
import { jsonResponse } from './responses.ts';

export interface ErrorResponseOptions {
  /** True if the endpoint accepts an Idempotency-Key, so that it is safe to repeat a request that got no response. */
  keyed?: boolean;
}

/**
 * Converts every error to the format specified in the contract. Unexpected errors are logged, and the response contains the request ID: 503
 * if a retry may succeed, 500 otherwise.
 */
export const handleErrors = (options: ErrorResponseOptions): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { requestId } = request.event.requestContext;
    const error = toApiError(request.error, requestId, options);
    if (error !== request.error && error.body.code >= 500) log.error('The request failed', request.error as Error);
    // The log line for the request contains the reason.
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

/** Creates the 503 response for a function that runs out of time. */
export function createTimeoutResponse(
  { requestContext: { requestId }, path }: APIGatewayProxyEvent,
  options: ErrorResponseOptions,
): APIGatewayProxyResult {
  log.error('The request could not be answered in time', { request: requestId, path });
  const { body, headers } = apiErrors.unavailable(requestId, options);
  return jsonResponse(body, body.code, headers);
}
