import type middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { errors } from '../../contract/index.ts';

/** Refuses every method but these. The gateway sends all methods of an address here, since it cannot say which ones it takes. */
export const allowMethods = (methods: readonly string[]): middy.MiddlewareObj<APIGatewayProxyEvent> => ({
  before: ({ event }) => {
    if (!methods.includes(event.httpMethod)) throw errors.methodNotAllowed(event.httpMethod, methods);
  },
});
