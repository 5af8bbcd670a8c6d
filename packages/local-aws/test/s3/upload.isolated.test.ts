import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveFile } from '../../src/s3/upload.ts';
import { makeDirectory, removeDirectory } from '../../src/testing.ts';

let dir: string;
beforeEach(() => {
  dir = makeDirectory();
});
afterEach(() => removeDirectory(dir));

const receive = (body: string, headers: IncomingHttpHeaders, limit = 100) =>
  receiveFile(Readable.from([Buffer.from(body)]), headers, limit, dir);

describe('receiveFile', () => {
  it('writes the body and returns its size and digests', async () => {
    const { file, size, md5, checksum } = await receive('hello', { 'x-amz-checksum-crc32': 'NhCmhg==' });
    expect(readFileSync(join(dir, file), 'utf8')).toBe('hello');
    expect([size, md5]).toEqual([5, createHash('md5').update('hello').digest('hex')]);
    expect(checksum).toEqual({ algorithm: 'crc32', value: 'NhCmhg==' });
  });

  it.each<[string, string, IncomingHttpHeaders, number]>([
    ['BadDigest', 'hello', { 'x-amz-checksum-crc32': 'AAAAAA==' }, 100],
    ['BadDigest', 'hello', { 'content-md5': 'AAAA' }, 100],
    ['XAmzContentSHA256Mismatch', 'hello', { 'x-amz-content-sha256': '0'.repeat(64) }, 100],
    ['EntityTooLarge', 'hello', {}, 4],
    ['NotImplemented', 'hello', { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' }, 100],
    ['NotImplemented', 'hello', { 'x-amz-checksum-crc64nvme': 'AAAA' }, 100],
  ])('rejects with %s and does not leave a file', async (code, body, headers, limit) => {
    await expect(receive(body, headers, limit)).rejects.toMatchObject({ code });
    expect(readdirSync(dir)).toEqual([]);
  });
});
