import middy from '@middy/core';
import { apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { BYTES_PER_GIB, recordUsage } from '#aws/usage';
import { withLedger } from '#billing/ledger';
import type { TokenRecord } from '../tokens/token.ts';
import { type ApiContext, authenticate } from './authenticate.ts';
import { addCorsHeaders, handleCors } from './cors.ts';
import { createTimeoutResponse, type ErrorResponseOptions, handleErrors } from './handle-errors.ts';
import { limitRate, type RateSettings, showRates } from './limit-rate.ts';
import { logRequests } from './log-requests.ts';
import { withTimeLimit } from './time-limit.ts';

/** A request. `caller` is the record of the token, and is only present on endpoints with authentication. */
interface ApiRequest {
  event: APIGatewayProxyEvent;
  caller: TokenRecord;
  requestId: string;
}

/** Environment variables of an endpoint. Without a tokens table, the endpoint requires no token and has no rate limit. */
type EndpointSettings = { CORS_ORIGINS: readonly string[] } & (({ TOKENS_TABLE: string } & RateSettings) | { TOKENS_TABLE?: never });

interface EndpointOptions extends ErrorResponseOptions {
  /** Allowed HTTP methods. Any other method gets a 405 response. */
  methods: readonly string[];
}

/**
 * Creates the Lambda handler for an endpoint, with logging, CORS, error responses as specified in the contract, a method check,
 * authentication, and rate limits.
 * @example
 * ```ts
 * const settings = readEnvironment('status');
 * export const handler = createEndpoint(settings, { methods: ['GET'] }, async ({ caller }) =>
 *   jsonResponse({ account: caller.account }),
 * );
 * ```
 */
export function createEndpoint(
  settings: EndpointSettings,
  { methods, ...options }: EndpointOptions,
  respond: (request: ApiRequest) => Promise<APIGatewayProxyResult>,
) {
  const origins = settings.CORS_ORIGINS;
  const pipeline = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>()
    .use(logRequests())
    .use(handleCors(methods, origins))
    .use(showRates())
    .use(handleErrors(options))
    // API Gateway forwards every method, because it cannot return 405 itself.
    .before(({ event }) => {
      if (!methods.includes(event.httpMethod)) throw apiErrors.methodNotAllowed(event.httpMethod, methods);
    });
  if (settings.TOKENS_TABLE !== undefined) pipeline.use(authenticate(settings.TOKENS_TABLE)).use(limitRate(settings));
  const handle = pipeline.handler((event, context) =>
    respond({ event, caller: context.caller as TokenRecord, requestId: event.requestContext.requestId }),
  );
  return withLedger(async (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    recordUsage('api.requests', 1);
    const response = await withTimeLimit(context, handle(event, context as ApiContext), () =>
      addCorsHeaders(event, createTimeoutResponse(event, options), origins),
    );
    recordUsage('egress', Buffer.byteLength(response.body) / BYTES_PER_GIB);
    return response;
  });
}
