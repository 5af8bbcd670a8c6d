import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerPreflight, type CorsRule, headersFor } from '../../src/s3/cross-origin.ts';

const rules: CorsRule[] = [
  { AllowedOrigins: ['*'], AllowedMethods: ['GET'], ExposedHeaders: ['etag'] },
  {
    AllowedOrigins: ['https://*.example.com', 'http://localhost:5173'],
    AllowedMethods: ['PUT'],
    AllowedHeaders: ['Content-Type', 'x-amz-*'],
    MaxAge: 60,
  },
];

const preflight = (origin: string, method: string, headers?: string) =>
  answerPreflight(rules, {
    origin,
    'access-control-request-method': method,
    ...(headers !== undefined && { 'access-control-request-headers': headers }),
  });

describe("a bucket's CORS configuration", () => {
  it('returns a star for a rule that allows all origins, and otherwise the origin', () => {
    expect(headersFor(rules, 'GET', { origin: 'null' })).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag',
    });
    expect(headersFor(rules, 'PUT', { origin: 'https://a.example.com' })).toMatchObject({
      'access-control-allow-origin': 'https://a.example.com',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '60',
    });
  });

  it('returns no headers without an origin, for another origin, or for another method', () => {
    expect(headersFor(rules, 'GET', {})).toEqual({});
    expect(headersFor(rules, 'PUT', { origin: 'https://example.org' })).toEqual({});
    expect(headersFor(rules, 'DELETE', { origin: 'https://a.example.com' })).toEqual({});
    expect(headersFor([], 'GET', { origin: 'https://a.example.com' })).toEqual({});
  });

  it.each([
    ['http://localhost:5173', 'PUT', 'content-type, X-Amz-Date', 200],
    ['http://localhost:5173', 'PUT', 'content-type, range', 403],
    ['http://localhost:51730', 'PUT', 'content-type', 403],
    ['https://a.example.com', 'PUT', undefined, 200],
    ['https://a.example.com', 'GET', undefined, 200],
    ['https://a.example.com', 'GET', 'range', 403],
    ['https://a.example.com', 'POST', undefined, 403],
  ])('for a preflight from %s for %s with the headers %s, returns %i', (origin, method, headers, status) => {
    expect(preflight(origin, method, headers).status).toBe(status);
  });

  // Scenarios test_cors_http_options_no_config and test_cors_http_options_non_existent_bucket, recorded on 31 July 2023.
  it.each([
    ['no origin', rules, {}, 400, 'BadRequest'],
    ['a bucket without rules', [], { origin: 'https://a.example.com' }, 403, 'CORS is not enabled for this bucket.'],
    ['no such bucket', undefined, { origin: 'https://a.example.com' }, 403, 'Bucket not found'],
  ])('rejects a preflight for %s as S3 does', (_, its, headers, status, text) => {
    const answer = answerPreflight(its, headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(text);
  });

  it('rejects an origin that does not match both ends of a pattern', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const { origin } = new URL(url);
        const allowed = /^https:\/\/.*\.example\.com$/.test(origin) || origin === 'http://localhost:5173';
        expect('access-control-allow-origin' in headersFor(rules, 'PUT', { origin })).toBe(allowed);
      }),
    );
    for (const origin of ['https://.example.com.evil.org', 'https://.example.co', 'http://a.example.com'])
      expect(headersFor(rules, 'PUT', { origin })).toEqual({});
  });
});
