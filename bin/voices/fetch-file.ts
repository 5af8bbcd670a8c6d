import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Maximum size of a voice file, in bytes. Protobuf limits an ONNX file to 2 GiB. */
const MAX_BYTES = 2 ** 31;

/** Download timeout, in ms. */
const TIMEOUT = 30 * 60_000;

/** Timeouts (in ms) and number of attempts for an S3 request, until the response starts. */
const BUCKET_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

/** Converts a local path to a URL, and parses any other source as a URL. */
export const toUrl = (source: string, base: URL = pathToFileURL(`${resolve('.')}/`)): URL =>
  /^[a-z][a-z0-9+]+:/i.test(source) ? new URL(source) : new URL(source.split('/').map(encodeURIComponent).join('/'), base);

/**
 * Copies a file to this machine from http(s), a folder, or S3 (`s3://bucket/key`, with the AWS SDK's default credentials).
 * @returns SHA-256 of the file
 * @throws Error that names the URL if the file cannot be read or is larger than 2 GiB
 */
export async function fetchFile(url: URL, target: string): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > MAX_BYTES ? new Error('it is larger than 2 GiB') : null, chunk);
    },
  });
  try {
    await pipeline(await openUrl(url), measure, createWriteStream(target));
  } catch (cause) {
    const { message, cause: reason } = cause as Error;
    // The message from `fetch` is only "fetch failed". The reason is in its cause.
    throw new Error(`Could not read ${url.href}: ${reason instanceof Error ? reason.message : message}`, { cause });
  }
  return hash.digest('hex');
}

async function openUrl(url: URL): Promise<Readable> {
  if (url.protocol === 'file:') {
    const path = fileURLToPath(url);
    if (!existsSync(path)) throw new Error('no such file');
    return createReadStream(path);
  }
  if (url.protocol === 's3:') return openObject(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('the URL must be http(s), s3, file, or a path');
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok || !response.body) throw new Error(`the server returned ${response.status} ${response.statusText}`);
  return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
}

async function openObject({ hostname, pathname }: URL): Promise<Readable> {
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { Body } = await new S3Client(BUCKET_LIMITS).send(
    new GetObjectCommand({ Bucket: hostname, Key: decodeURIComponent(pathname.slice(1)) }),
  );
  if (!(Body instanceof Readable)) throw new Error('the response does not have a body');
  return Body;
}
