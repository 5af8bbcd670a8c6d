import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { HttpResponse } from '../apigateway/index.ts';

/** A file of a bucket, where it lies on this machine. */
interface StoredFile {
  readonly path: string;
  /** Its own headers, such as its media type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Paths of a distribution that are answered from files. */
interface FileBehavior {
  /** With `*` for any characters and `?` for one. */
  readonly pattern: string;
  readonly compress: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Files by their keys. */
  readonly files: ReadonlyMap<string, StoredFile>;
}

/** A distribution: what is not of its files is of the API. */
export interface CdnModel {
  /** Key of the file at `/`. */
  readonly rootObject: string;
  /** The first one that matches a path counts. */
  readonly behaviors: readonly FileBehavior[];
}

/** Media types and bytes that CloudFront compresses (CloudFront developer guide, "Serve compressed files"). */
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|wasm)|image\/svg)/;
const [LEAST_COMPRESSED, MOST_COMPRESSED] = [1_000, 10_000_000];

/**
 * Answers requests for the files of a distribution.
 * @returns undefined for a request that is the API's
 */
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

/** S3's response to a reader who may not list the bucket, even for a file that does not exist. */
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
  const isWorthwhile = body.length >= LEAST_COMPRESSED && body.length <= MOST_COMPRESSED;
  if (!isWorthwhile || !COMPRESSIBLE.test(String(headers['content-type']))) return answer;
  const encoded = { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
  return { ...answer, headers: encoded, body: gzipSync(body) };
}
