import type middy from '@middy/core';
import { ApiError } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '#aws/log';
import type { ApiContext, ApiMiddleware } from './authenticate.ts';

type Request = middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>;

/**
 * Logs each request: method, path, status, account, and why it was refused. The query string is left out because it contains the
 * token, and so is what an error's message quotes of the request.
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
