import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isAllowedAddress } from './addresses.ts';
import { BlockedAddressError, OutboundError, type OutboundScope } from './guard.ts';

/** Milliseconds to connect. */
const CONNECT_TIMEOUT = 5_000;

/**
 * What opens connections for a request that a client has named. The guard sits in the resolver of the connector, where no address
 * can go around it: what was checked is what is connected to, so a name that changes its mind in between gains nothing.
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
