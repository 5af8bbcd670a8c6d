import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, errors } from '../../contract/index.ts';
import { log } from '../log.ts';
import { json } from './answers.ts';

/** Turns every error into the contract's form. What is not meant for the client is logged and answered with a request id. */
export const answerErrors = (): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { requestId } = request.event.requestContext;
    const error = request.error instanceof ApiError ? request.error : errors.internal(requestId);
    if (error !== request.error) log.error('The request failed', request.error as Error);
    request.response = json(error.body, error.body.code, error.headers);
  },
});
