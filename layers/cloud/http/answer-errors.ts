import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, errors, InputError } from '../../contract/index.ts';
import { log } from '../log.ts';
import { isPassing } from '../passing.ts';
import { json } from './answers.ts';

/**
 * Turns every error into the contract's form. What is not meant for the client is logged and answered with a request id: 503 where
 * it is worth asking again, else 500.
 */
export const answerErrors = (): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { requestId } = request.event.requestContext;
    const error = errorFor(request.error, requestId);
    if (error !== request.error && error.body.code >= 500) log.error('The request failed', request.error as Error);
    request.response = json(error.body, error.body.code, error.headers);
  },
});

function errorFor(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InputError) return errors.invalidJob(`${error.field}: ${error.message}`);
  return isPassing(error) ? errors.unavailable(requestId) : errors.internal(requestId);
}

/** The answer for a request that there is no time left for. */
export function answerLate({ requestContext, path }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const { requestId } = requestContext;
  log.error('The request could not be answered in time', { request: requestId, path });
  const { body, headers } = errors.unavailable(requestId);
  return json(body, body.code, headers);
}
