import { isAllowedAddress, type OutboundScope } from './addresses.ts';

export type { OutboundScope } from './addresses.ts';

/** The address could not be reached, for a reason that the client who named it may know. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

/** The service never connects to this address. A retry does not help. */
export class BlockedAddressError extends OutboundError {}

/** Below this, ports belong to other protocols, and to whoever may open them; HTTP has two of its own. */
const FIRST_UNPRIVILEGED_PORT = 1024;
const HTTP_PORTS = ['', '80', '443'];

/**
 * Ports above that at which a server may take the lines of a request for commands: those that browsers refuse (Fetch Standard, "Port
 * blocking"), and Redis and memcached.
 */
const COMMAND_PORTS = new Set(
  '1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211'.split(
    ' ',
  ),
);

/**
 * Judges an address by how it is written. Names are judged when they are resolved; a literal address is connected to without
 * asking the resolver, so it is judged here, in every spelling that a URL has for it.
 *
 * @throws BlockedAddressError
 */
export function checkUrl(url: URL, reach: OutboundScope): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new BlockedAddressError(`${url.protocol} is not http(s)`);
  if (url.username || url.password) throw new BlockedAddressError('the address carries credentials');
  if (reach === 'public' && isBlockedPort(url.port)) {
    throw new BlockedAddressError(`the port ${url.port} belongs to another protocol`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  if (isLiteral && !isAllowedAddress(host, reach)) throw new BlockedAddressError(`${host} is not a public address`);
}

const isBlockedPort = (port: string): boolean =>
  !HTTP_PORTS.includes(port) && (Number(port) < FIRST_UNPRIVILEGED_PORT || COMMAND_PORTS.has(port));

/** Why an address may not be named in a job; undefined when nothing speaks against it yet. */
export function findBlockReason(url: string, reach: OutboundScope): string | undefined {
  try {
    checkUrl(new URL(url), reach);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whatever went wrong as an error that the client may know: without the addresses that it went to. */
export function toOutboundError(cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  if (cause instanceof Error && cause.cause instanceof OutboundError) return cause.cause;
  if ((cause as Error).name === 'TimeoutError') return new OutboundError('it took too long to answer', { cause });
  const { code } = cause as { code?: string };
  const reason =
    code === 'ENOTFOUND' ? 'its name cannot be resolved' : `the connection failed (${code ?? 'unknown reason'})`;
  return new OutboundError(reason, { cause });
}
