import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isAllowedAddress } from './addresses.ts';
import { BlockedAddressError, OutboundError, type OutboundScope } from './guard.ts';

/** Time limit for opening a connection, in ms. */
const CONNECT_TIMEOUT = 5_000;

/**
 * Creates the HTTP agent for client URLs. It checks IP addresses during the DNS lookup for the connection itself, so it connects to exactly
 * the address that it checked, which rules out DNS rebinding.
 * @param timeout for the headers, and between two chunks of the body, in ms
 */
export const createGuardedAgent = (scope: OutboundScope, timeout: number): Agent =>
  new Agent({
    connect: { lookup: createGuardedLookup(scope), timeout: CONNECT_TIMEOUT },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    pipelining: 0,
  });

/** Like `dns.lookup`, but fails if any address is blocked. */
const createGuardedLookup =
  (scope: OutboundScope): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const blocked = addresses.find(({ address }) => !isAllowedAddress(address, scope));
      if (blocked) return callback(new BlockedAddressError(`${hostname} is not a public address`), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first ? callback(null, first.address, first.family) : callback(new OutboundError('the host name has no address'), []);
    });
