import { NodeHttpHandler } from '@smithy/node-http-handler';
import { explainAwsError } from '../../aws-error.ts';
import type { Fact } from '../facts.ts';

/** What every client is made with: no call outlives ten seconds, none is tried more than three times, all speak HTTP/1.1. */
export const clientOptions = (region: string) => ({
  region,
  maxAttempts: 3,
  requestHandler: new NodeHttpHandler({
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    throwOnRequestTimeout: true,
  }),
});

/** How the services say that an action is not allowed. */
const DENIED = /AccessDenied|UnauthorizedOperation|AuthorizationError|NotAuthorized/;

/**
 * Reads one fact.
 *
 * @param permission the IAM action that reading it takes
 */
export async function fact<Value>(permission: string, read: () => Promise<Value>): Promise<Fact<Value>> {
  try {
    return { value: await read() };
  } catch (error) {
    const { name, message } = error as Error;
    return DENIED.test(name) ? { unread: message, permission } : { unread: explainAwsError(error) };
  }
}

/** A number that an answer must hold. */
export function known(what: string, value: number | undefined): number {
  if (value === undefined) throw new Error(`${what} is not in the answer`);
  return value;
}
