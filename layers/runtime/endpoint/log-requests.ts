import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { log } from '../../aws/log.ts';
import type { ApiContext, ApiMiddleware } from './authenticate.ts';

type Request = middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>;

/** Logs each request: method, path, status, account. The query string is left out because it contains the token. */
export const logRequests = (): ApiMiddleware => {
  const write = ({ event, context, response }: Request) =>
    log.info('Request', {
      request: event.requestContext.requestId,
      method: event.httpMethod,
      path: event.path,
      status: response?.statusCode ?? 500,
      ...(context.caller && { account: context.caller.account }),
    });
  return { after: write, onError: write };
};
