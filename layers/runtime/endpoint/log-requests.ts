import type middy from '@middy/core';
import { ApiError } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '#aws/log';
import type { ApiContext, ApiMiddleware } from './authenticate.ts';

type Request = middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>;

/**
 * Logs each request: method, path, status, account, and the reason if it was rejected. Leaves out the query string because it contains the
 * token, and anything that an error message quotes from the request.
 */
export const logRequests = (): ApiMiddleware => {
  const write = ({ event, context, response, error }: Request) =>
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
