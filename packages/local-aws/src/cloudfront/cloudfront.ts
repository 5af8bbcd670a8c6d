import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { HttpResponse } from '../apigateway/index.ts';

interface StoredFile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface FileBehavior {
  /** `*` matches any characters, and `?` matches one. */
  readonly pattern: string;
  readonly compress: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Files by key. */
  readonly files: ReadonlyMap<string, StoredFile>;
}

/** A distribution. Requests for anything other than its files go to the API. */
export interface CdnModel {
  /** Key of the file at `/`. */
  readonly rootObject: string;
  /** The first match wins. */
  readonly behaviors: readonly FileBehavior[];
}

/** Media types and sizes (in bytes) that CloudFront compresses (CloudFront developer guide, "Serve compressed files"). */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|wasm)|image\/svg)/;
const [MIN_COMPRESSED_BYTES, MAX_COMPRESSED_BYTES] = [1_000, 10_000_000];

/** Serves a distribution's files. @returns undefined for requests to the API */
export function createCdn({ rootObject, behaviors }: CdnModel): (message: IncomingMessage) => HttpResponse | undefined {
  const matchers = behaviors.map((behavior) => ({ behavior, expression: expressionOf(behavior.pattern) }));
  return ({ url = '/', method = 'GET', headers }) => {
    const path = url.split('?')[0]!;
    const found = matchers.find(({ expression }) => expression.test(path));
    if (!found) return undefined;
    const { behavior } = found;
    const file = behavior.files.get(path === '/' ? rootObject : decode(path.slice(1)));
    if (!file || (method !== 'GET' && method !== 'HEAD')) return refusal(behavior);
    const body = readFileSync(file.path);
    const answer = { status: 200, headers: { ...file.headers, ...behavior.headers }, body };
    return behavior.compress && acceptsGzip(headers['accept-encoding']) ? compress(answer) : answer;
  };
}

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  );

/** S3's response to readers who are not allowed to list the bucket, even for a missing file. */
const refusal = ({ headers }: FileBehavior): HttpResponse => ({
  status: 403,
  headers: { 'content-type': 'application/xml', ...headers },
  body: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'),
});

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const acceptsGzip = (header: string | string[] | undefined): boolean => /\bgzip\b/.test(String(header ?? ''));

function compress(answer: HttpResponse): HttpResponse {
  const { headers, body } = answer;
  const isWorthwhile = body.length >= MIN_COMPRESSED_BYTES && body.length <= MAX_COMPRESSED_BYTES;
  if (!isWorthwhile || !COMPRESSIBLE.test(String(headers['content-type']))) return answer;
  const encoded = { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
  return { ...answer, headers: encoded, body: gzipSync(body) };
}
