import ipaddr from 'ipaddr.js';

/** The networks that an outbound request may reach. */
export type OutboundScope = 'public' | 'public-and-loopback';

/** The global unicast addresses of IPv6 (IANA, "Internet Protocol Version 6 Address Space"). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Ranges that `ipaddr.js` classifies as unicast but that may lead to private networks: deprecated 6to4 relays, benchmarking, 6to4, and
 * documentation (two prefixes, the second from RFC 9637).
 */
const EXTRA_BLOCKED_RANGES = ['192.88.99.0/24', '198.18.0.0/15', '2002::/16', '2001:db8::/32', '3fff::/20'].map((range) =>
  ipaddr.parseCIDR(range),
);

/**
 * True if connections to the address are allowed, which requires a global unicast address. An IPv4-mapped IPv6 address is checked as IPv4.
 * @param address a literal IPv4 or IPv6 address
 */
export function isAllowedAddress(address: string, scope: OutboundScope): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const range = ip.range();
  if (range === 'loopback') return scope === 'public-and-loopback';
  if (range !== 'unicast') return false;
  if (ip.kind() === 'ipv6' && !ip.match(...GLOBAL_IPV6)) return false;
  return !EXTRA_BLOCKED_RANGES.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits));
}
