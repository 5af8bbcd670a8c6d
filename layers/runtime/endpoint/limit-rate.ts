import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError, apiErrors } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import ipaddr from 'ipaddr.js';
import { dynamodb } from '#aws/clients';
import { log } from '#aws/log';
import type { ApiContext, ApiMiddleware, RateState } from './authenticate.ts';
import { viewerAddressOf } from './viewer-address.ts';

/** Length of the window in which requests are counted, in s. */
export const RATE_WINDOW = 10;

export interface RateSettings {
  RATES_TABLE: string;
  /** Requests per second, on average over a window. */
  TOKEN_RATE: number;
  ADDRESS_RATE: number;
}

interface RateSubject {
  policy: RateState['policy'];
  name: string;
  /** Number of requests allowed per window. */
  limit: number;
}

/**
 * Rejects requests that exceed the rate limit for a token or an IP address with 429. Counts are kept in one table, so limits apply across
 * functions. If the table fails, requests are allowed. It runs after authentication, so requests that fail authentication only count toward
 * their address.
 */
export const limitRate = ({ RATES_TABLE, TOKEN_RATE, ADDRESS_RATE }: RateSettings): ApiMiddleware => {
  const addressOf = (event: APIGatewayProxyEvent): RateSubject => ({
    policy: 'address',
    name: `address#${networkOf(viewerAddressOf(event))}`,
    limit: ADDRESS_RATE * RATE_WINDOW,
  });
  return {
    before: async ({ event, context }) => {
      const { caller } = context;
      const subjects = [addressOf(event)];
      if (caller) subjects.unshift({ policy: 'token', name: `token#${caller.hash}`, limit: TOKEN_RATE * RATE_WINDOW });
      await checkRates(RATES_TABLE, subjects, context);
    },
    onError: async (request) => {
      const { error, event, context } = request;
      if (context.caller || !(error instanceof ApiError) || ![401, 403].includes(error.body.code)) return;
      await checkRates(RATES_TABLE, [addressOf(event)], context).catch((tooManyRequests: Error) => {
        request.error = tooManyRequests;
      });
    },
  };
};

/**
 * Adds the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10): requests per window, requests left, and
 * seconds until the next window. The last entry is for the plan of the token: total jobs, jobs left, and seconds until it expires.
 */
export const showRates = (): ApiMiddleware => {
  const addHeaders: ApiMiddleware['after'] = ({ context: { rates, caller }, response }) => {
    if (!rates || !response) return;
    const policies = rates.map(({ policy, limit, window }) => `"${policy}";q=${limit};w=${window}`);
    const states = rates.map(({ policy, left, reset }) => `"${policy}";r=${left};t=${reset}`);
    if (caller) {
      const { quota, used, expires_at } = caller;
      policies.push(`"plan";q=${quota}`);
      states.push(`"plan";r=${Math.max(0, quota - used)};t=${secondsUntil(expires_at)}`);
    }
    response.headers = {
      ...response.headers,
      'ratelimit-policy': policies.join(', '),
      ratelimit: states.join(', '),
    };
  };
  return { after: addHeaders, onError: addHeaders };
};

const secondsUntil = (instant: string): number => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000));

/** Subjects that are over their limit in this window. This process rejects them without writing to the table. */
let throttled = { window: 0, names: new Set<string>() };

const MAX_THROTTLED_NAMES = 10_000;

/** Counts a request and stores the state of its rate limits in `context`. @throws ApiError 429 if a subject is over its limit */
async function checkRates(table: string, subjects: readonly RateSubject[], context: ApiContext): Promise<void> {
  const now = Date.now();
  const window = Math.floor(now / 1000 / RATE_WINDOW);
  if (throttled.window !== window) throttled = { window, names: new Set() };
  const retryAfter = Math.ceil((window + 1) * RATE_WINDOW - now / 1000);
  const stateOf = ({ policy, limit }: RateSubject, requests: number): RateState => ({
    policy,
    limit,
    window: RATE_WINDOW,
    left: Math.max(0, limit - requests),
    reset: retryAfter,
  });
  const known = subjects.filter(({ name }) => throttled.names.has(name));
  if (known.length > 0) {
    context.rates = known.map((subject) => stateOf(subject, subject.limit));
    throw apiErrors.tooManyRequests(retryAfter);
  }
  const counts = await Promise.all(subjects.map(({ name }) => countRequest(table, name, window)));
  context.rates = subjects.map((subject, index) => stateOf(subject, counts[index] ?? 0));
  const over = subjects.filter(({ limit }, index) => (counts[index] ?? 0) > limit);
  if (over.length === 0) return;
  for (const { name } of over) if (throttled.names.size < MAX_THROTTLED_NAMES) throttled.names.add(name);
  throw apiErrors.tooManyRequests(retryAfter);
}

/** Counts a request. @returns the number of requests in this window, or 0 if the table fails */
async function countRequest(table: string, name: string, window: number): Promise<number> {
  try {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: { name: `${name}#${window}` },
        UpdateExpression: 'ADD requests :one SET expires_at = :expiry',
        ExpressionAttributeValues: { ':one': 1, ':expiry': (window + 2) * RATE_WINDOW },
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
 * Returns the network that requests from an address count toward. For IPv6, it is the first 64 bits, because a single customer has all
 * addresses that share them. Other addresses are returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return address;
  const groups = ip.parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}
