import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, errors, InputError } from '../../contract/index.ts';
import { log } from '../log.ts';
import { json } from './answers.ts';

/** Turns every error into the contract's form. What is not meant for the client is logged and answered with a request id. */
export const answerErrors = (): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { requestId } = request.event.requestContext;
    const error = errorFor(request.error, requestId);
    if (error.body.code === 500) log.error('The request failed', request.error as Error);
    request.response = json(error.body, error.body.code, error.headers);
  },
});

function errorFor(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InputError) return errors.invalidJob(`${error.field}: ${error.message}`);
  return errors.internal(requestId);
}
