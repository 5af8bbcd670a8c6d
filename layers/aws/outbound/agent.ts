import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isAllowedAddress } from './addresses.ts';
import { BlockedAddressError, OutboundError, type OutboundScope } from './guard.ts';

/** Milliseconds until a connection must be open. */
const CONNECT_TIMEOUT = 5_000;

/**
 * Creates the HTTP agent for URLs of clients. IP addresses are checked in the DNS lookup of the connection itself, so the checked address
 * is the one that is connected to, and DNS rebinding has no effect.
 * @param timeout for the headers, and between two parts of the body, ms
 */
export const createGuardedAgent = (scope: OutboundScope, timeout: number): Agent =>
  new Agent({
    connect: { lookup: createGuardedLookup(scope), timeout: CONNECT_TIMEOUT },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    pipelining: 0,
  });

/** Like `dns.lookup`, with an error if any address is blocked. */
const createGuardedLookup =
  (scope: OutboundScope): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const blocked = addresses.find(({ address }) => !isAllowedAddress(address, scope));
      if (blocked) return callback(new BlockedAddressError(`${hostname} is not a public address`), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first ? callback(null, first.address, first.family) : callback(new OutboundError('no address'), []);
    });
