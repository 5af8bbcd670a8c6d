import { gunzipSync } from 'node:zlib';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createArtifactRecord, putArtifact, signDownload, signUpload } from '#aws';
import { s3 } from '#aws/s3';

afterEach(() => vi.restoreAllMocks());

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'signer');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});

it('signs the size and media type of an upload, but not a checksum', async () => {
  const url = new URL(await signUpload('bucket', 'uploads/acme/1', 1000, 'audio/wav'));
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
});

describe('an artifact', () => {
  const text = { key: 'jobs/a/result.csv', file_name: 'a.csv', content_type: 'text/csv' };
  const csv = Buffer.from('0.123,0.456\r\n'.repeat(20_000));
  const noise = Buffer.from(Float64Array.from({ length: 30_000 }, (_, n) => Math.sin(n * n)).buffer);

  /** Stores an artifact. @returns its description, and all stored objects by key */
  async function store(location: typeof text, bytes: Uint8Array) {
    const stored = new Map<string, PutObjectCommandInput>();
    vi.spyOn(s3(), 'send').mockImplementation((async ({ input }: { input: PutObjectCommandInput }) =>
      stored.set(input.Key!, input)) as never);
    const artifact = await putArtifact('bucket', location, bytes);
    return { artifact, stored };
  }

  it('of text has a compressed copy next to it, and the size and hash of the plain file', async () => {
    const { artifact, stored } = await store(text, csv);
    const [plain, copy] = [stored.get(text.key), stored.get(`${text.key}.gz`)];
    expect(stored.size).toBe(2);
    expect(plain).toMatchObject({ Body: csv, ContentType: 'text/csv' });
    expect(plain).not.toHaveProperty('ContentEncoding');
    expect(copy).toMatchObject({ ContentType: 'text/csv', ContentEncoding: 'gzip' });
    expect(gunzipSync(copy!.Body as Uint8Array).equals(csv)).toBe(true);
    expect(artifact).toEqual({ ...createArtifactRecord(text, csv), gzip_size: (copy!.Body as Uint8Array).byteLength });
  });

  it.each([
    ['too small to pay for a PUT', text, csv.subarray(0, 60_000)],
    ['that hardly shrinks', text, noise],
    ['of a type that is compressed already', { ...text, content_type: 'video/mp4' }, csv],
  ])('%s has no copy', async (_, location, bytes) => {
    const { artifact, stored } = await store(location, bytes);
    expect([...stored.keys()]).toEqual([location.key]);
    expect(artifact).toEqual(createArtifactRecord(location, bytes));
  });

  it('is signed with its name and type, plain or compressed', async () => {
    const [plain, copy] = await Promise.all([signDownload('bucket', text), signDownload('bucket', text, { compressed: true })]);
    expect(new URL(plain).pathname).toMatch(/result\.csv$/);
    expect(new URL(copy).pathname).toMatch(/result\.csv\.gz$/);
    for (const url of [plain, copy]) {
      expect(new URL(url).searchParams.get('response-content-type')).toBe('text/csv');
      expect(new URL(url).searchParams.get('response-content-disposition')).toBe('attachment; filename="a.csv"');
    }
  });
});
