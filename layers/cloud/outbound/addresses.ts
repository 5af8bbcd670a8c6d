import ipaddr from 'ipaddr.js';

/** What an outbound request may reach. */
export type Reach = 'public' | 'public-and-loopback';

/**
 * Ranges that `ipaddr.js` counts as ordinary unicast, but that lead back to somebody's inside: 6to4, NAT64, the discard prefix,
 * the documentation prefix of RFC 9637, segment routing (RFC 9602), the deprecated 6to4 relays, benchmarking.
 */
const MORE_RANGES = [
  '192.88.99.0/24',
  '198.18.0.0/15',
  '2002::/16',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an address may be connected to: global unicast only. An IPv4 address in an IPv6 coat is judged by what is inside.
 *
 * @param address a literal IPv4 or IPv6 address, as the resolver gives it
 */
export function mayReach(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const range = ip.range();
  if (range === 'loopback') return reach === 'public-and-loopback';
  if (range !== 'unicast') return false;
  return !MORE_RANGES.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits));
}
