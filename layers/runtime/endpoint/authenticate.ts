import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { attributeUsage } from '../../aws/usage/index.ts';
import { errors } from '../../contract/index.ts';
import { findToken } from '../tokens/store.ts';
import type { ApiContext } from './context.ts';
import { findHeader } from './header.ts';

/** Longest token that is looked up at all. */
const MAX_TOKEN_CHARACTERS = 256;

/**
 * Finds out who is calling, from the query parameter `token` or an `Authorization: Bearer` header. A lapsed token may not call
 * at all; a used-up one still may ask for its jobs.
 */
export const authenticate = (
  tokensTable: string,
): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext> => ({
  before: async ({ event, context }) => {
    const token = event.queryStringParameters?.token || bearerToken(event);
    if (!token) throw errors.missingToken();
    const caller = token.length <= MAX_TOKEN_CHARACTERS ? await findToken(tokensTable, token) : undefined;
    if (!caller) throw errors.invalidToken();
    if (caller.expires_at <= new Date().toISOString()) throw errors.expiredToken(caller.expires_at);
    context.caller = caller;
    attributeUsage({ account: caller.account });
  },
});

const bearerToken = (event: APIGatewayProxyEvent): string | undefined =>
  findHeader(event, 'authorization')?.match(/^bearer +(\S+) *$/i)?.[1];
