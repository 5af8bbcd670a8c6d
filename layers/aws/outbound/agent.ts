import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isAllowedAddress } from './addresses.ts';
import { BlockedAddressError, OutboundError, type OutboundScope } from './guard.ts';

/** Milliseconds to connect. */
const CONNECT_TIMEOUT = 5_000;

/**
 * Creates the HTTP agent for URLs that clients supply. The check sits in the resolver of the connector, so the address that was
 * checked is the address that is connected to: DNS rebinding has no effect.
 *
 * @param time ms that any part of an answer may take
 */
export const createGuardedAgent = (reach: OutboundScope, time: number): Agent =>
  new Agent({
    connect: { lookup: createGuardedLookup(reach), timeout: CONNECT_TIMEOUT },
    headersTimeout: time,
    bodyTimeout: time,
    pipelining: 0,
  });

/** Resolves like `dns.lookup`, and answers only if every address may be reached. */
const createGuardedLookup =
  (reach: OutboundScope): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const blocked = addresses.find(({ address }) => !isAllowedAddress(address, reach));
      if (blocked) return callback(new BlockedAddressError(`${hostname} is not a public address`), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return first ? callback(null, first.address, first.family) : callback(new OutboundError('no address'), []);
    });
