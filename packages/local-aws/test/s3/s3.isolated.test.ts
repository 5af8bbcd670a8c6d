import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/gateway/index.ts';
import { type S3, startS3 } from '../../src/s3/index.ts';
import { caller, clientOf, makeDirectory, removeDirectory, startTestGateway } from '../../src/testing.ts';

let dir: string;
let s3: S3;
let gateway: Gateway;
let client: S3Client;
const buckets = [
  { name: 'objects', expirations: [{ prefix: 'uploads/', days: 1 }] },
  { name: 'lists', expirations: [] },
];

beforeAll(async () => {
  dir = makeDirectory();
  s3 = await startS3({ dir, buckets });
  const writer = caller('writer', ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'], 'arn:aws:s3:::objects/jobs/*');
  gateway = await startTestGateway([s3.service], { callers: [caller('operator'), writer] });
  client = new S3Client(clientOf(gateway));
});

afterAll(async () => {
  client.destroy();
  await gateway.stop();
  await s3.stop();
  removeDirectory(dir);
});

const at = (Key: string) => ({ Bucket: 'objects', Key });
const put = (Key: string, Body: string | Uint8Array | Readable, more: object = {}) =>
  client.send(new PutObjectCommand({ ...at(Key), Body, ...more }));
const read = async (Key: string, more: object = {}) => {
  const { Body } = await client.send(new GetObjectCommand({ ...at(Key), ...more }));
  return Body!.transformToString();
};

describe('objects', () => {
  it('are returned with their content, type, metadata, and MD5 as the ETag', async () => {
    const { ETag } = await put('a/b.txt', 'hello', { ContentType: 'text/plain', Metadata: { job: '7' } });
    expect(ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`);
    const answer = await client.send(new GetObjectCommand(at('a/b.txt')));
    expect(await answer.Body!.transformToString()).toBe('hello');
    expect(answer).toMatchObject({ ContentType: 'text/plain', Metadata: { job: '7' }, ContentLength: 5, ETag });
    expect(await client.send(new HeadObjectCommand(at('a/b.txt')))).toMatchObject({ ContentLength: 5, ETag });
  });

  it('may be empty', async () => {
    await put('empty', '');
    expect(await read('empty')).toBe('');
  });

  it.each([
    ['bytes=0-1', 'he', 'bytes 0-1/5'],
    ['bytes=3-', 'lo', 'bytes 3-4/5'],
    ['bytes=-2', 'lo', 'bytes 3-4/5'],
    ['bytes=1-100', 'ello', 'bytes 1-4/5'],
  ])('return the range %s', async (Range, text, ContentRange) => {
    await put('range', 'hello');
    const answer = await client.send(new GetObjectCommand({ ...at('range'), Range }));
    expect(answer.ContentRange).toBe(ContentRange);
    expect(await answer.Body!.transformToString()).toBe(text);
  });

  it('reject a range outside the object', async () => {
    await put('range', 'hello');
    await expect(read('range', { Range: 'bytes=5-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  it('are replaced completely, without leaving the old file behind', async () => {
    await put('replace', 'one');
    const files = readdirSync(join(dir, 'objects')).length;
    await put('replace', 'two');
    expect(await read('replace')).toBe('two');
    expect(readdirSync(join(dir, 'objects'))).toHaveLength(files);
  });

  it('are written once under If-None-Match', async () => {
    await client.send(new DeleteObjectCommand(at('once')));
    const write = (n: number) => put('once', String(n), { IfNoneMatch: '*' });
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(write));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(write(5)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });

  it('reject a body that does not match its signature or checksum', async () => {
    await expect(put('sum', 'x', { ChecksumSHA256: 'AAAA' })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(put('sum', 'x', { ContentMD5: 'AAAA' })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(read('sum')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('can be copied and deleted', async () => {
    await put('from here', 'copied', { Metadata: { m: '1' } });
    await client.send(new CopyObjectCommand({ ...at('to/there'), CopySource: 'objects/from%20here' }));
    expect(await read('to/there')).toBe('copied');
    await client.send(new DeleteObjectCommand(at('to/there')));
    await expect(read('to/there')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await client.send(new DeleteObjectCommand(at('never')));
  });

  it('expire by prefix and age', async () => {
    await put('uploads/1', 'x');
    await put('jobs/1', 'x');
    await s3.expire(Date.now() + 23 * 3600_000);
    expect(await read('uploads/1')).toBe('x');
    await s3.expire(Date.now() + 25 * 3600_000);
    await expect(read('uploads/1')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await read('jobs/1')).toBe('x');
  });

  it('reject unsupported operations by name', async () => {
    await expect(client.send(new CreateMultipartUploadCommand(at('m')))).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringContaining('uploads'),
    });
    const tagging = { ...at('a/b.txt'), Tagging: { TagSet: [] } };
    await expect(client.send(new PutObjectTaggingCommand(tagging))).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(put('stream', Readable.from(['x']), { ContentLength: 1 })).rejects.toMatchObject({
      name: 'NotImplemented',
    });
    await expect(put('acl', 'x', { ACL: 'public-read' })).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(client.send(new GetObjectCommand({ Bucket: 'other', Key: 'x' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });
});

describe('policies', () => {
  const writer = () => new S3Client(clientOf(gateway, 'writer'));

  it('apply to each object', async () => {
    const send = (Key: string) => writer().send(new PutObjectCommand({ ...at(Key), Body: 'x' }));
    await expect(send('jobs/1/a')).resolves.toBeDefined();
    await expect(send('uploads/a')).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('hide missing keys from callers without list permission, like S3', async () => {
    await expect(writer().send(new GetObjectCommand(at('jobs/none')))).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});

describe('presigned URLs', () => {
  it('download with the signed name and type', async () => {
    await put('jobs/result', 'csv', { ContentType: 'text/csv' });
    const disposition = `attachment; filename="hello (1).csv"; filename*=UTF-8''h%C3%A9llo`;
    const command = new GetObjectCommand({ ...at('jobs/result'), ResponseContentDisposition: disposition });
    const url = await getSignedUrl(client, command, { expiresIn: 60 });
    const answer = await fetch(url);
    expect(await answer.text()).toBe('csv');
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(answer.headers.get('content-disposition')).toBe(disposition);
  });

  it('reject a file name that is not valid in a header', async () => {
    const input = { ...at('jobs/result'), ResponseContentDisposition: 'attachment; filename="\u{1f600}"' };
    const answer = await fetch(await getSignedUrl(client, new GetObjectCommand(input), { expiresIn: 60 }));
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('InvalidArgument')]);
  });

  it('are rejected if changed, expired, or valid for more than seven days', async () => {
    await put('jobs/result', 'csv');
    const url = await getSignedUrl(client, new GetObjectCommand(at('jobs/result')), { expiresIn: 60 });
    const status = async (address: string) => (await fetch(address)).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.replace('jobs/result', 'a/b.txt'))).toBe(403);
    expect(await status(`${url}&response-content-type=text/html`)).toBe(403);
    expect(await status(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe(403);
    expect(await status(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=700000'))).toBe(400);
    const past = { expiresIn: 60, signingDate: new Date(Date.now() - 61_000) };
    const stale = await getSignedUrl(client, new GetObjectCommand(at('jobs/result')), past);
    expect(await (await fetch(stale)).text()).toContain('<Message>Request has expired</Message>');
  });

  it('upload only the signed type and length', async () => {
    const command = new PutObjectCommand({ ...at('uploads/u1'), ContentType: 'audio/wav', ContentLength: 5 });
    const signed = { expiresIn: 60, signableHeaders: new Set(['content-type', 'content-length', 'host']) };
    const url = await getSignedUrl(client, command, signed);
    const send = (body: string, type: string) => fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
    expect((await send('12345', 'audio/wav')).status).toBe(200);
    expect((await send('123456', 'audio/wav')).status).toBe(403);
    expect((await send('12345', 'audio/mp3')).status).toBe(403);
    expect(await read('uploads/u1')).toBe('12345');
  });

  it('are required to read without credentials', async () => {
    const answer = await fetch(`${gateway.url}/objects/a/b.txt`);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });
});

describe('listing', () => {
  const list = async (request: object) => {
    const {
      Contents = [],
      CommonPrefixes = [],
      NextContinuationToken,
    } = await client.send(new ListObjectsV2Command({ Bucket: 'lists', ...request }));
    return {
      keys: Contents.map(({ Key }) => Key!),
      prefixes: CommonPrefixes.map(({ Prefix }) => Prefix!),
      NextContinuationToken,
    };
  };

  it('matches a naive model for any keys, prefix, delimiter, and page size', async () => {
    const part = fc.constantFrom('a', 'b', '/', 'é', '\u{1f600}', '<&>', ' ', 'ÿ');
    const key = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const prefix = fc.array(part, { maxLength: 2 }).map((parts) => parts.join(''));
    const known = new Set<string>();
    const request = fc.record({
      keys: fc.array(key, { maxLength: 6 }),
      prefix,
      delimited: fc.boolean(),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ keys, prefix, delimited, limit }) => {
        for (const Key of keys) {
          known.add(Key);
          await client.send(new PutObjectCommand({ Bucket: 'lists', Key, Body: 'x' }));
        }
        const expected = { keys: [] as string[], prefixes: new Set<string>() };
        for (const name of [...known].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
          if (!name.startsWith(prefix)) continue;
          const cut = delimited ? name.indexOf('/', prefix.length) : -1;
          if (cut < 0) expected.keys.push(name);
          else expected.prefixes.add(name.slice(0, cut + 1));
        }
        const seen = { keys: [] as string[], prefixes: [] as string[] };
        let ContinuationToken: string | undefined;
        do {
          const page = await list({
            Prefix: prefix,
            MaxKeys: limit,
            ContinuationToken,
            ...(delimited && { Delimiter: '/' }),
          });
          expect(page.keys.length + page.prefixes.length).toBeLessThanOrEqual(limit);
          seen.keys.push(...page.keys);
          seen.prefixes.push(...page.prefixes);
          ContinuationToken = page.NextContinuationToken;
        } while (ContinuationToken);
        expect(seen).toEqual({ keys: expected.keys, prefixes: [...expected.prefixes] });
      }),
      { numRuns: 40 },
    );
  });
});

describe('keys', () => {
  it('never escape the directory', async () => {
    const nasty = fc.constantFrom('..', '.', '/', '//', '\\', '%2e%2e', '~', 'catalog.sqlite', '\n', 'objects');
    const key = fc.oneof(
      fc.array(nasty, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    );
    const outside = readdirSync(dir).sort();
    await fc.assert(
      fc.asyncProperty(key, async (Key) => {
        await put(Key, Key);
        expect(await read(Key)).toBe(Key);
        expect(readdirSync(dir).sort()).toEqual(outside);
        for (const file of readdirSync(join(dir, 'objects'))) expect(file).toMatch(/^[0-9a-f-]{36}$/);
      }),
      { numRuns: 60 },
    );
    expect(existsSync(join(dir, '..', 'catalog.sqlite'))).toBe(false);
  });
});
