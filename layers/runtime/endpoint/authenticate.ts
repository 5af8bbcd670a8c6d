import type middy from '@middy/core';
import { apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { isoTime } from '#aws/clock';
import { billTo } from '#aws/usage';
import { findToken } from '../tokens/store.ts';
import type { TokenRecord } from '../tokens/token.ts';
import { findHeader } from './request.ts';

/** The state of a rate limit. */
export interface RateState {
  /** Name of the policy in the headers. */
  policy: 'token' | 'address';
  /** Requests allowed per window, and the length of the window in seconds. */
  limit: number;
  window: number;
  /** Number of requests left, and seconds until the next window. */
  left: number;
  reset: number;
}

/** The Lambda context, plus the token record that `authenticate` sets. */
export interface ApiContext extends Context {
  caller?: TokenRecord;
  /** Rate limits, set by `limitRate`. */
  rates?: readonly RateState[];
}

/** Middleware for an endpoint. */
export type ApiMiddleware = middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>;

/** Longer tokens are rejected without a lookup. */
const MAX_TOKEN_CHARACTERS = 256;

/**
 * Identifies the caller by the `token` query parameter or the `Authorization: Bearer` header. A token with no quota left is still valid for
 * reading its jobs.
 * @throws ApiError 401 without a valid token, 403 for an expired one
 */
export const authenticate = (tokensTable: string): ApiMiddleware => ({
  before: async ({ event, context }) => {
    const token = event.queryStringParameters?.token || bearerToken(event);
    if (!token) throw apiErrors.missingToken();
    const caller = token.length <= MAX_TOKEN_CHARACTERS ? await findToken(tokensTable, token) : undefined;
    if (!caller) throw apiErrors.invalidToken();
    if (caller.expires_at <= isoTime(Date.now())) throw apiErrors.expiredToken(caller.expires_at);
    context.caller = caller;
    billTo({ account: caller.account });
  },
});

const bearerToken = (event: APIGatewayProxyEvent): string | undefined =>
  findHeader(event, 'authorization')?.match(/^bearer +(\S+) *$/i)?.[1];
