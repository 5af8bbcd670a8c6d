import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from './failure.ts';

/** Maximum clock skew, in seconds (AWS General Reference: 15 minutes). */
const MAX_SKEW_SECONDS = 15 * 60;
/** Maximum lifetime of a presigned URL, in seconds (S3 User Guide: 7 days). */
const MAX_PRESIGNED_SECONDS = 7 * 24 * 60 * 60;
const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** An unverified signature. */
export interface Signature {
  readonly accessKeyId: string;
  readonly scope: { readonly date: string; readonly region: string; readonly service: string };
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** Basic ISO 8601, UTC. */
  readonly timestamp: string;
  /** Lifetime of a presigned URL, in seconds; absent for a signed header. */
  readonly expires?: number;
}

export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

function incomplete(message: string): ServiceError {
  return new ServiceError('IncompleteSignatureException', message, 403);
}

function readCredential(credential: string): Pick<Signature, 'accessKeyId' | 'scope'> {
  const [accessKeyId, date, region, service, terminator, ...rest] = credential.split('/');
  if (!accessKeyId || !date || !region || !service || terminator !== 'aws4_request' || rest.length > 0) {
    throw incomplete('Credential must be <key>/<date>/<region>/<service>/aws4_request');
  }
  return { accessKeyId, scope: { date, region, service } };
}

function readPresigned(query: URLSearchParams): Signature {
  const read = (name: string): string => {
    const value = query.get(name);
    if (value === null) throw incomplete(`The query parameter ${name} is missing`);
    return value;
  };
  if (read('X-Amz-Algorithm') !== ALGORITHM) throw incomplete(`X-Amz-Algorithm must be ${ALGORITHM}`);
  const expires = Number(read('X-Amz-Expires'));
  if (!Number.isInteger(expires) || expires < 1 || expires > MAX_PRESIGNED_SECONDS) {
    const range = `between 1 and ${MAX_PRESIGNED_SECONDS}`;
    throw new ServiceError('AuthorizationQueryParametersError', `X-Amz-Expires must be ${range} seconds`);
  }
  return {
    ...readCredential(read('X-Amz-Credential')),
    signedHeaders: read('X-Amz-SignedHeaders').split(';'),
    signature: read('X-Amz-Signature'),
    timestamp: read('X-Amz-Date'),
    expires,
  };
}

function readHeader(authorization: string, headers: IncomingHttpHeaders): Signature {
  if (!authorization.startsWith(`${ALGORITHM} `)) throw incomplete(`Authorization must start with ${ALGORITHM}`);
  const fields = new Map<string, string>();
  for (const field of authorization.slice(ALGORITHM.length).split(',')) {
    const equals = field.indexOf('=');
    fields.set(field.slice(0, equals).trim(), field.slice(equals + 1).trim());
  }
  const read = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw incomplete(`Authorization is missing ${name}`);
    return value;
  };
  const timestamp = headers['x-amz-date'];
  if (typeof timestamp !== 'string') throw incomplete('The header X-Amz-Date is missing');
  return {
    ...readCredential(read('Credential')),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    timestamp,
  };
}

/**
 * Finds a request's signature in its Authorization header or its query (presigned). Returns undefined for an anonymous request.
 * @throws {ServiceError} IncompleteSignatureException, AuthorizationQueryParametersError
 */
export function readSignature({ headers, query }: Pick<SignedRequest, 'headers' | 'query'>): Signature | undefined {
  if (query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm')) return readPresigned(query);
  return headers.authorization === undefined ? undefined : readHeader(headers.authorization, headers);
}

function readPayloadHash(request: SignedRequest, presigned: boolean, body: Buffer | undefined): string {
  if (presigned) return UNSIGNED;
  const declared = request.headers['x-amz-content-sha256'];
  if (typeof declared === 'string') {
    if (body && declared !== UNSIGNED && declared !== hash('sha256', body)) {
      throw new ServiceError('XAmzContentSHA256Mismatch', 'x-amz-content-sha256 does not match the body');
    }
    return declared;
  }
  if (!body) throw incomplete('The header x-amz-content-sha256 is missing');
  return hash('sha256', body);
}

/** Maximum number of cached signing keys; there is one per caller, day, region, and service. */
const MAX_KEYS = 1_000;
const keys = new Map<string, KeyObject>();

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Returns a KeyObject because Node.js would wrap plain bytes in one on every use. */
const mac = (key: KeyObject, text: string): KeyObject => createSecretKey(hmac(key, text));

/** Returns a caller's signing key for one day and one service. All of its requests in that scope share the key. */
function signingKey(secret: string, scope: string): KeyObject {
  const name = `${scope} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = scope.split('/').reduce(mac, createSecretKey(`AWS4${secret}`, 'utf8'));
  keys.set(name, key);
  return key;
}

/** Escapes everything except RFC 3986's unreserved characters. */
const escapeUri = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** S3 signs the path as sent. Other services normalize it and encode it again. */
function canonicalPath(path: string, service: string): string {
  if (service === 's3' || path === '/') return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const end = parts.length > 0 && path.endsWith('/') ? '/' : '';
  return `/${parts.map(escapeUri).join('/')}${end}`;
}

/** Sorts parameters by name and then by value. The separator byte sorts before any byte in an encoded name. */
const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(escapeUri).join('\0'))
    .sort()
    .join('&')
    .replaceAll('\0', '=');

/** Computes a received request's signature with the secret (IAM user guide, "Create a signed AWS API request"). */
function computeSignature(
  { method, path, query, headers }: SignedRequest,
  { scope: { date, region, service }, signedHeaders, timestamp }: Signature,
  secret: string,
  payloadHash: string,
): string {
  const names = signedHeaders.toSorted();
  const lines = names.map((name) => {
    const value = headers[name];
    if (value === undefined) throw incomplete(`The signed header ${name} is missing`);
    return `${name}:${[value].flat().join(',').trim().replace(/\s+/g, ' ')}\n`;
  });
  const parts = [method, canonicalPath(path, service), canonicalQuery(query), lines.join(''), names.join(';'), payloadHash];
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = [ALGORITHM, timestamp, scope, hash('sha256', parts.join('\n'))].join('\n');
  return hmac(signingKey(secret, scope), text).toString('hex');
}

/** @param timestamp basic ISO 8601, UTC */
const dateOf = (timestamp: string): Date => new Date(timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function checkTime(given: Signature, now: Date): void {
  const signed = dateOf(given.timestamp).getTime();
  if (Number.isNaN(signed) || given.timestamp.slice(0, 8) !== given.scope.date) {
    throw incomplete("X-Amz-Date must be basic ISO 8601 and match the credential's date");
  }
  const age = (now.getTime() - signed) / 1000;
  if (age < -MAX_SKEW_SECONDS || (given.expires === undefined && age > MAX_SKEW_SECONDS)) {
    throw new ServiceError('RequestTimeTooSkewed', 'The request was signed more than 15 minutes from now', 403);
  }
  if (given.expires !== undefined && age > given.expires) {
    throw new ServiceError('AccessDenied', 'Request has expired', 403);
  }
}

/**
 * Recomputes the signature with the caller's secret (AWS Signature Version 4).
 * @param body the whole body if it is buffered, so that its hash is checked too
 * @throws {ServiceError} InvalidSignatureException, RequestTimeTooSkewed, AccessDenied (expired)
 */
export function verifySignature(
  request: SignedRequest,
  given: Signature,
  secret: string,
  body: Buffer | undefined,
  now = new Date(),
): void {
  checkTime(given, now);
  if (!given.signedHeaders.includes('host')) throw incomplete('The header Host must be signed');
  const payloadHash = readPayloadHash(request, given.expires !== undefined, body);
  const expected = Buffer.from(computeSignature(request, given, secret, payloadHash));
  const actual = Buffer.from(given.signature);
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw new ServiceError(
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    403,
  );
}
