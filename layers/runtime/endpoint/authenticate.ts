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
  /** The policy's name in the headers. */
  policy: 'token' | 'address';
  /** Requests allowed per window, and the window's length, in s. */
  limit: number;
  window: number;
  /** Remaining requests, and seconds until the next window. */
  left: number;
  reset: number;
}

/** Lambda's context, plus the token that `authenticate` sets. */
export interface ApiContext extends Context {
  caller?: TokenRecord;
  /** Rate limits, set by `limitRate`. */
  rates?: readonly RateState[];
}

/** An endpoint's middleware. */
export type ApiMiddleware = middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext>;

/** Longer tokens are rejected without a lookup. */
const MAX_TOKEN_CHARACTERS = 256;

/**
 * Identifies the caller by the query parameter `token` or the header `Authorization: Bearer`. A token whose quota is used up is still valid
 * for reading its jobs.
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
