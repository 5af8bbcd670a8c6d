import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptsGzip, wantsCompressed } from '../../functions/api/download/encoding.ts';

describe('a download is sent compressed', () => {
  it.each([
    ['gzip', true],
    ['gzip, deflate, br, zstd', true],
    ['deflate, x-gzip', true],
    ['br;q=1.0, GZIP ; Q=0.8', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000, br', false],
    ['identity', false],
    ['*', false],
    ['br', false],
    ['gzipped', false],
    ['', false],
  ])('for Accept-Encoding %j: %j', (header, accepted) => {
    expect(acceptsGzip(header)).toBe(accepted);
  });

  it('for a redirect that the client follows with the same header, however the header is spelled, but not for a range', () => {
    expect(wantsCompressed(undefined, 'redirect', { 'Accept-Encoding': 'gzip' })).toBe(true);
    expect(wantsCompressed(undefined, 'redirect', { 'accept-encoding': 'gzip', Range: 'bytes=0-1' })).toBe(false);
    expect(wantsCompressed(undefined, 'redirect', null)).toBe(false);
  });

  it('for a URL in JSON only on request', () => {
    expect(wantsCompressed(undefined, 'json', { 'Accept-Encoding': 'gzip' })).toBe(false);
    expect(wantsCompressed('gzip', 'json', {})).toBe(true);
  });

  it('but never for a header without the word gzip, or one that cannot be parsed', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(acceptsGzip(header)).toBe(acceptsGzip(header.toUpperCase()));
        if (!/gzip/i.test(header)) expect(acceptsGzip(header)).toBe(false);
      }),
    );
  });
});
