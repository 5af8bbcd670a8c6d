import { isAllowedAddress, type OutboundScope } from './addresses.ts';

export type { OutboundScope } from './addresses.ts';

/** A URL supplied by a client cannot be reached. The message is shown to the client. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

/** The service never connects to this URL, so a retry does not help. */
export class BlockedAddressError extends OutboundError {}

/** Lower ports belong to other protocols, except for the HTTP ports. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const HTTP_PORTS = ['', '80', '443'];

/**
 * Higher ports whose protocols might execute lines of an HTTP request as commands: the ports that browsers block (Fetch standard, "Port
 * blocking"), plus Redis and memcached.
 */
const COMMAND_PORTS = new Set(
  '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211'.split(' '),
);

/**
 * Checks the protocol, credentials, port, and literal IP address of a URL before connecting. Host names are checked when they are resolved;
 * see `createGuardedAgent`.
 * @throws BlockedAddressError
 */
export function checkUrl(url: URL, scope: OutboundScope): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new BlockedAddressError(`${url.protocol} is not http(s)`);
  if (url.username || url.password) throw new BlockedAddressError('the URL contains credentials');
  if (scope === 'public' && isBlockedPort(url.port)) {
    throw new BlockedAddressError(`the port ${url.port} belongs to another protocol`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  if (isLiteral && !isAllowedAddress(host, scope)) throw new BlockedAddressError(`${host} is not a public address`);
}

const isBlockedPort = (port: string): boolean =>
  !HTTP_PORTS.includes(port) && (Number(port) < FIRST_UNPRIVILEGED_PORT || COMMAND_PORTS.has(port));

/** Returns the reason why a job must not contain the URL, or undefined if it is allowed. */
export function findBlockReason(url: string, scope: OutboundScope): string | undefined {
  try {
    checkUrl(new URL(url), scope);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Converts any request error to an `OutboundError` whose message does not reveal IP addresses. */
export function toOutboundError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  if (cause instanceof Error && cause.cause instanceof OutboundError) return cause.cause;
  if ((cause as Error).name === 'TimeoutError') return new OutboundError('the server took too long to respond', { cause });
  const { code } = cause as { code?: string };
  const reason = code === 'ENOTFOUND' ? 'the host name cannot be resolved' : `the connection failed (${code ?? 'unknown reason'})`;
  return new OutboundError(reason, { cause });
}
