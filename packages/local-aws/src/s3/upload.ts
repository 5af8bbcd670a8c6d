import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { ServiceError } from '../gateway/index.ts';

const ALGORITHMS = ['crc32', 'sha1', 'sha256'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

export interface Checksum {
  readonly algorithm: Algorithm;
  /** Base64. */
  readonly value: string;
}

/** A received body whose digests were verified. */
export interface ReceivedBody {
  readonly size: number;
  /** Hexadecimal, without quotes. */
  readonly md5: string;
  readonly checksum?: Checksum;
}

interface Digest {
  update(chunk: Buffer): void;
  /** Base64. */
  finish(): string;
}

function createDigest(algorithm: Algorithm): Digest {
  if (algorithm !== 'crc32') {
    const hash = createHash(algorithm);
    return { update: (chunk) => void hash.update(chunk), finish: () => hash.digest('base64') };
  }
  let value = 0;
  return {
    update: (chunk) => {
      value = crc32(chunk, value);
    },
    finish: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
}

const readText = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0];

function findAlgorithm(headers: IncomingHttpHeaders): Algorithm | undefined {
  const named = Object.keys(headers).find((name) => /^x-amz-checksum-(?!mode|type|algorithm)/.test(name));
  const name = named?.replace('x-amz-checksum-', '');
  if (name === undefined) return undefined;
  const algorithm = ALGORITHMS.find((known) => known === name);
  if (algorithm) return algorithm;
  throw new ServiceError('NotImplemented', `The checksum ${name} is not available locally; use ${ALGORITHMS.join(', ')}`, 501);
}

function compare(name: string, expected: string | undefined, actual: string): void {
  if (expected === undefined || expected === actual) return;
  throw new ServiceError('BadDigest', `The ${name} you specified did not match what we received: ${actual}`);
}

/**
 * Reads the body's signed SHA-256, in hexadecimal. Returns undefined if the body is unsigned.
 * @throws {ServiceError} NotImplemented for aws-chunked, which SDKs use for streams, because only whole objects are supported
 */
function readSignedHash(headers: IncomingHttpHeaders): string | undefined {
  const hash = readText(headers, 'x-amz-content-sha256');
  if (hash?.startsWith('STREAMING-')) throw new ServiceError('NotImplemented', `${hash} is not available locally`, 501);
  return hash !== undefined && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

/**
 * Pumps a request body into `sink` and checks Content-MD5, x-amz-content-sha256 and x-amz-checksum-*.
 * @throws {ServiceError} BadDigest, XAmzContentSHA256Mismatch, EntityTooLarge, IncompleteBody, NotImplemented
 */
async function receive(body: Readable, headers: IncomingHttpHeaders, limit: number, sink: NodeJS.WritableStream): Promise<ReceivedBody> {
  const algorithm = findAlgorithm(headers);
  const digest = algorithm && createDigest(algorithm);
  const md5 = createHash('md5');
  const signed = readSignedHash(headers);
  const sha256 = signed === undefined ? undefined : createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new ServiceError('EntityTooLarge', `The object must have up to ${limit} bytes`));
      for (const part of [md5, sha256, digest]) part?.update(chunk);
      done(null, chunk);
    },
  });
  // Use an iterator, because pipeline would destroy the stream that it reads, and the client's connection along with it.
  await pipeline(body.iterator({ destroyOnReturn: false }), meter, sink);
  const result = { size, md5: md5.digest('hex') };
  compare('Content-MD5', readText(headers, 'content-md5'), Buffer.from(result.md5, 'hex').toString('base64'));
  if (sha256 && sha256.digest('hex') !== signed) {
    throw new ServiceError('XAmzContentSHA256Mismatch', 'x-amz-content-sha256 does not match the body');
  }
  if (!algorithm || !digest) return result;
  const value = digest.finish();
  const header = `x-amz-checksum-${algorithm}`;
  compare(header, readText(headers, header), value);
  return { ...result, checksum: { algorithm, value } };
}

/**
 * Writes a body to a new, uniquely named file and flushes it to disk. Nothing refers to the file until it is in the catalog, so a partial
 * file is never visible.
 * @returns the file's name in `directory` and the received body's size and digests
 */
export async function receiveFile(
  body: Readable,
  headers: IncomingHttpHeaders,
  limit: number,
  directory: string,
): Promise<ReceivedBody & { file: string }> {
  const file = randomUUID();
  const path = join(directory, file);
  const sink = createWriteStream(path, { flags: 'wx', flush: true });
  try {
    return { file, ...(await receive(body, headers, limit, sink)) };
  } catch (error) {
    // A request may be rejected before its file is open. Without this wait, the file would be left behind.
    if (!sink.closed) await new Promise<void>((resolve) => sink.once('close', () => resolve()).destroy());
    await rm(path, { force: true });
    throw error;
  }
}
