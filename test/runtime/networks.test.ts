import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networkOf } from '../../layers/runtime/endpoint/limit-rate.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['nowhere', 'nowhere'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('an IPv6 address counts as its first 64 bits, in any spelling', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  // The range of the first group leaves out addresses that embed an IPv4 address.
  const groups = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), fc.array(group, { minLength: 7, maxLength: 7 }));
  fc.assert(
    fc.property(groups, ([first, others]) => {
      const digits = [first, ...others].map((value) => value.toString(16));
      const plain = digits.join(':');
      const padded = digits.map((text) => text.padStart(4, '0').toUpperCase()).join(':');
      const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
      for (const address of [plain, padded, shortest]) expect(networkOf(address)).toBe(digits.slice(0, 4).join(':'));
    }),
  );
});
