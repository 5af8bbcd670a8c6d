import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeChunks } from '../../s3/chunked.ts';

function encode(chunks: readonly Uint8Array[], trailers: readonly string[]): Buffer {
  const parts = chunks.flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']);
  return Buffer.concat(
    [...parts, '0\r\n', ...trailers.map((line) => `${line}\r\n`), '\r\n'].map((part) => Buffer.from(part as string)),
  );
}

async function decode(pieces: readonly Uint8Array[]) {
  const decoder = decodeChunks();
  const bytes = await Readable.from(pieces.map((piece) => Buffer.from(piece)))
    .pipe(decoder)
    .toArray();
  return { bytes: Buffer.concat(bytes), trailers: decoder.trailers };
}

function cutAt(body: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % (body.length + 1)).sort((a, b) => a - b), body.length];
  return cuts
    .slice(1)
    .map((end, n) => body.subarray(cuts[n], end))
    .filter(({ length }) => length > 0);
}

const chunk = fc.uint8Array({ minLength: 1, maxLength: 50 });

describe('decodeChunks', () => {
  it('gives back the bytes and the trailer, wherever the network cuts the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chunk), fc.array(fc.nat(), { maxLength: 8 }), async (chunks, places) => {
        const body = encode(chunks, ['x-amz-checksum-crc32: AAAA==', 'X-Other:b']);
        const { bytes, trailers } = await decode(cutAt(body, places));
        expect(Buffer.compare(bytes, Buffer.concat(chunks))).toBe(0);
        expect([...trailers]).toEqual([
          ['x-amz-checksum-crc32', 'AAAA=='],
          ['x-other', 'b'],
        ]);
      }),
    );
  });

  it('refuses a body that ends anywhere too early', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 3 }), fc.nat(), async (chunks, place) => {
        const body = encode(chunks, ['a:b']);
        await expect(decode([body.subarray(0, place % body.length)])).rejects.toMatchObject({ code: 'IncompleteBody' });
      }),
    );
  });

  it.each([
    ['5;chunk-signature=abc\r\nhello\r\n0\r\n\r\n', 'signed chunks'],
    ['-5\r\nhello\r\n', 'not a chunk size'],
    ['5\r\nhello!\r\n', 'longer than its size'],
    ['0\r\n\r\nmore', 'bytes follow'],
    ['0\r\nno colon\r\n\r\n', 'no name'],
    ['1'.repeat(5000), 'too long'],
  ])('refuses %j', async (body, reason) => {
    await expect(decode([Buffer.from(body)])).rejects.toMatchObject({
      code: 'InvalidChunk',
      message: expect.stringContaining(reason),
    });
  });
});
