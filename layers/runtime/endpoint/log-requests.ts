import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '../../aws/log.ts';
import { ApiError } from '../../contract/index.ts';
import type { ApiContext } from './context.ts';

/**
 * One line per request: method, path, outcome, account, and why it was refused. The query string holds the token and is left out, as
 * is what an error's message quotes of the request.
 */
export const logRequests = (): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext> => {
  const write = ({
    event,
    context,
    response,
    error,
  }: middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>) =>
    log.info('Request', {
      request: event.requestContext.requestId,
      method: event.httpMethod,
      path: event.path,
      status: response?.statusCode ?? 500,
      ...(context.caller && { account: context.caller.account }),
      ...(error instanceof ApiError && { refusal: error.body.title, reason: error.logged }),
    });
  return { after: write, onError: write };
};
