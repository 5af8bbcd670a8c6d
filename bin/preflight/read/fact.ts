import { NodeHttpHandler } from '@smithy/node-http-handler';
import { explainAwsError } from '../../aws/explain-error.ts';
import { COMMAND_LIMITS } from '../../aws/limits.ts';
import type { Fact } from '../facts.ts';

/** Options for all clients: the limits for commands, and HTTP/1.1. */
export const clientOptions = (region: string) => ({
  region,
  ...COMMAND_LIMITS,
  requestHandler: new NodeHttpHandler(COMMAND_LIMITS.requestHandler),
});

/** Names of errors caused by a missing permission. */
const DENIED = /AccessDenied|UnauthorizedOperation|AuthorizationError|NotAuthorized/;

/** Reads one fact. @param permission the required IAM actions */
export async function fact<Value>(permission: string, read: () => Promise<Value>): Promise<Fact<Value>> {
  try {
    return { value: await read() };
  } catch (error) {
    const { name, message } = error as Error;
    return DENIED.test(name) ? { unread: message, permission } : { unread: explainAwsError(error) };
  }
}

/** Returns a number that the response must contain. @throws Error if it is missing */
export function known(what: string, value: number | undefined): number {
  if (value === undefined) throw new Error(`${what} is missing from the response`);
  return value;
}
