import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import ipaddr from 'ipaddr.js';
import { dynamodb } from '../../aws/clients.ts';
import { log } from '../../aws/log.ts';
import { ApiError, errors } from '../../contract/index.ts';
import type { ApiContext } from './context.ts';

/** Requests are counted over so many seconds. */
const WINDOW = 10;

export interface RateLimits {
  /** The table of the counts. */
  table: string;
  /** Requests a second, on average over a window. */
  token: number;
  address: number;
}

/**
 * Refuses requests of a token, or of an address, that come too fast. The counts are in one table, so that they hold whatever
 * function and however many of its instances answer; who is over a limit is remembered in the instance, and costs no write more.
 * Without the counts requests pass: the table's own failure is no reason to turn anybody away.
 *
 * It goes around the authentication: a caller without a good token is counted by the address alone.
 */
export const limitRate = (
  limits: RateLimits,
): middy.MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ApiContext> => ({
  before: async ({ event, context }) => {
    const address = `address#${networkOf(event.requestContext.identity.sourceIp)}`;
    const subjects = [{ name: address, most: limits.address * WINDOW }];
    if (context.caller) subjects.push({ name: `token#${context.caller.hash}`, most: limits.token * WINDOW });
    await checkRates(limits.table, subjects);
  },
  onError: async (request) => {
    const { error, event, context } = request;
    if (context.caller || !(error instanceof ApiError) || (error.body.code !== 401 && error.body.code !== 403)) return;
    const name = `address#${networkOf(event.requestContext.identity.sourceIp)}`;
    await checkRates(limits.table, [{ name, most: limits.address * WINDOW }]).catch((tooMany: Error) => {
      request.error = tooMany;
    });
  },
});

interface RateSubject {
  name: string;
  /** Requests in a window. */
  most: number;
}

/** Subjects that are over their limit in a window, so that they are refused without asking the table again. */
let throttled = { window: 0, names: new Set<string>() };

/** Names remembered in a window; further ones ask the table. */
const MAX_THROTTLED_NAMES = 10_000;

async function checkRates(table: string, subjects: readonly RateSubject[], now = Date.now()): Promise<void> {
  const window = Math.floor(now / 1000 / WINDOW);
  if (throttled.window !== window) throttled = { window, names: new Set() };
  const wait = Math.ceil((window + 1) * WINDOW - now / 1000);
  if (subjects.some(({ name }) => throttled.names.has(name))) throw errors.tooManyRequests(wait);
  const counts = await Promise.all(subjects.map(({ name }) => countRequest(table, name, window)));
  const over = subjects.filter(({ most }, index) => (counts[index] ?? 0) > most);
  if (over.length === 0) return;
  for (const { name } of over) if (throttled.names.size < MAX_THROTTLED_NAMES) throttled.names.add(name);
  throw errors.tooManyRequests(wait);
}

/** Counts a request. Returns how many there were in this window, or 0 when that cannot be said. */
async function countRequest(table: string, name: string, window: number): Promise<number> {
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { name: `${name}#${window}` },
        UpdateExpression: 'ADD requests :one SET expires_at = :expiry',
        ExpressionAttributeValues: { ':one': 1, ':expiry': (window + 2) * WINDOW },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.requests ?? 0);
  } catch (error) {
    log.error('A request could not be counted', error as Error);
    return 0;
  }
}

/**
 * The network that requests of an address are counted for: an IPv6 customer has a whole /64 to send from.
 *
 * @returns the first four groups of an IPv6 address; anything else as it is
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return address;
  const groups = ip.parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}
