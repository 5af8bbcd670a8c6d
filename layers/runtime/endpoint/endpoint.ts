import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { GB } from '../../aws/index.ts';
import { recordUsage } from '../../aws/usage/index.ts';
import { metered } from '../../billing/ledger/index.ts';
import type { TokenRecord } from '../tokens/token.ts';
import { allowMethods } from './allow-methods.ts';
import { authenticate } from './authenticate.ts';
import type { ApiContext } from './context.ts';
import { addCorsHeaders, handleCors } from './cors.ts';
import { createTimeoutResponse, type ErrorResponseOptions, handleErrors } from './handle-errors.ts';
import { limitRate, type RateLimits } from './limit-rate.ts';
import { logRequests } from './log-requests.ts';
import { withTimeLimit } from './time-limit.ts';

/** A request as a handler sees it. `caller` is who the token belongs to; only authenticated endpoints have one. */
export interface ApiRequest {
  event: APIGatewayProxyEvent;
  caller: TokenRecord;
  requestId: string;
}

export interface EndpointOptions extends ErrorResponseOptions {
  /** The methods that it answers; every other one gets 405. */
  methods: readonly string[];
  /** Origins of web pages that may call it; `*` stands for all, an empty list for none. */
  origins: readonly string[];
  /** The table to look tokens up in; without it the endpoint is open to everyone. */
  tokensTable?: string;
  /** How fast callers may ask; without it there is no limit but the gateway's. */
  rates?: RateLimits;
}

/**
 * Creates the Lambda handler of an API endpoint. Around one function it adds logging, CORS, errors in the contract's format, the
 * check of the HTTP method, authentication and rate limits.
 *
 * @example
 * export const handler = endpoint(
 *   { methods: ['GET'], origins: env.CORS_ORIGINS, tokensTable: env.TOKENS_TABLE },
 *   async ({ caller }) => json({ … }),
 * );
 */
export function createEndpoint(
  { methods, origins, tokensTable, rates, ...options }: EndpointOptions,
  answer: (request: ApiRequest) => Promise<APIGatewayProxyResult>,
) {
  const guarded = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>()
    .use(logRequests())
    .use(handleCors(methods, origins))
    .use(handleErrors(options))
    .use(allowMethods(methods));
  if (tokensTable) guarded.use(authenticate(tokensTable));
  if (rates) guarded.use(limitRate(rates));
  const answered = guarded.handler((event, context) =>
    answer({ event, caller: context.caller as TokenRecord, requestId: event.requestContext.requestId }),
  );
  return metered(async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    recordUsage('api.requests', 1);
    const response = await withTimeLimit(context, answered(event, context as ApiContext), () =>
      addCorsHeaders(event, createTimeoutResponse(event, options), origins),
    );
    recordUsage('egress', Buffer.byteLength(response.body) / GB);
    return response;
  });
}
