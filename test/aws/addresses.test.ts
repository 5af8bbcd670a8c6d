import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from '../../layers/aws/outbound/addresses.ts';

describe('an outbound request', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:8.8.8.8'])('may reach %s', (address) => {
    expect(isAllowedAddress(address, 'public')).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:169.254.169.254',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    '2002:7f00:1::',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '4000::1',
    'fec0::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    'ff02::1',
    'not an address',
  ])('may not reach %s', (address) => {
    expect(isAllowedAddress(address, 'public')).toBe(false);
  });

  it('may reach loopback if allowed, but never another private address', () => {
    expect(isAllowedAddress('127.0.0.1', 'public-and-loopback')).toBe(true);
    expect(isAllowedAddress('::1', 'public-and-loopback')).toBe(true);
    expect(isAllowedAddress('10.0.0.1', 'public-and-loopback')).toBe(false);
  });
});
