import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSignature, verifySignature } from '../../src/gateway/signature.ts';

const credentials = { accessKeyId: 'caller', secretAccessKey: 'secret' };
const signerFor = (service: string) =>
  new SignatureV4({
    credentials,
    service,
    region: 'eu-central-1',
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: service !== 's3',
    applyChecksum: service === 's3',
  });

const text = fc.string({ unit: fc.constantFrom(..."aZ09-_.~!*'()+%&=/: ü€") });
const requests = fc.record({
  service: fc.constantFrom('s3', 'lambda'),
  path: fc.array(fc.oneof(text, fc.constantFrom('.', '..', ''))).map((parts) => `/${parts.map(encodeURIComponent).join('/')}`),
  query: fc.dictionary(text.filter(Boolean), text, { maxKeys: 4 }),
  header: fc.string({ unit: fc.constantFrom(...'ab  \t,') }),
  body: fc.string(),
});

describe('a signature', () => {
  it("matches the AWS SDK's for any path, query, header, and body", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ service, path, query, header, body }) => {
        const headers = { host: '127.0.0.1', 'x-amz-meta': header.trim() };
        const given = { method: 'PUT', protocol: 'http:', hostname: '127.0.0.1', path, query, headers, body };
        const signed = await signerFor(service).sign(given);
        const received = { ...given, query: new URLSearchParams(query), headers: signed.headers };
        const signature = readSignature(received)!;
        expect(() => verifySignature(received, signature, 'secret', Buffer.from(body))).not.toThrow();
        expect(() => verifySignature(received, signature, 'other', Buffer.from(body))).toThrow(/does not match/);
        expect(() => verifySignature({ ...received, method: 'POST' }, signature, 'secret', Buffer.from(body))).toThrow(/does not match/);
      }),
    );
  });

  it("of a presigned URL matches the AWS SDK's", async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, query }) => {
        const given = {
          method: 'GET',
          protocol: 'http:',
          hostname: '127.0.0.1',
          path,
          query,
          headers: { host: '127.0.0.1' },
        };
        const options = { expiresIn: 60, unhoistableHeaders: new Set<string>() };
        const signed = await signerFor('s3').presign(
          { ...given, headers: { ...given.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
          { ...options, unsignableHeaders: new Set(['x-amz-content-sha256']) },
        );
        const address = new URLSearchParams(signed.query as Record<string, string>);
        const received = { ...given, query: address };
        const signature = readSignature(received)!;
        expect(() => verifySignature(received, signature, 'secret', undefined)).not.toThrow();
        expect(() => verifySignature(received, signature, 'other', undefined)).toThrow(/does not match/);
      }),
    );
  });
});
