import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from './failure.ts';

/** Largest difference between the client's clock and ours, s (AWS General Reference: 15 minutes). */
const MAX_SKEW_SECONDS = 15 * 60;
/** Longest life of a presigned URL, s (S3 User Guide: 7 days). */
const MAX_PRESIGNED_SECONDS = 7 * 24 * 60 * 60;
const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** Who signed a request, for which service, and how; nothing of it is verified yet. */
export interface Signature {
  readonly accessKeyId: string;
  readonly scope: { readonly date: string; readonly region: string; readonly service: string };
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** Basic ISO 8601, UTC. */
  readonly timestamp: string;
  /** Seconds after the timestamp at which a presigned URL ends; absent for a signed header. */
  readonly expires?: number;
}

/** The parts of a request that a signature covers. */
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
  if (!authorization.startsWith(`${ALGORITHM} `)) throw incomplete(`Authorization must begin with ${ALGORITHM}`);
  const fields = new Map<string, string>();
  for (const field of authorization.slice(ALGORITHM.length).split(',')) {
    const equals = field.indexOf('=');
    fields.set(field.slice(0, equals).trim(), field.slice(equals + 1).trim());
  }
  const read = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw incomplete(`Authorization lacks ${name}`);
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
 * Finds the signature of a request: in its Authorization header or in its query (presigned).
 * @returns undefined for an anonymous request
 * @throws {ServiceError} IncompleteSignatureException, AuthorizationQueryParametersError
 */
export function readSignature({ headers, query }: Pick<SignedRequest, 'headers' | 'query'>): Signature | undefined {
  if (query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm')) return readPresigned(query);
  return headers.authorization === undefined ? undefined : readHeader(headers.authorization, headers);
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

function canonicalHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (value === undefined) throw incomplete(`The signed header ${name} is missing`);
  return `${name}:${[value].flat().join(',').trim().replace(/\s+/g, ' ')}\n`;
}

/** S3 signs the path as sent; every other service signs it encoded once more. */
function canonicalPath(path: string, service: string): string {
  return service === 's3' ? path : path.split('/').map(encode).join('/');
}

const sha256 = (data: string | Buffer): string => hash('sha256', data, 'hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

function readPayloadHash(request: SignedRequest, presigned: boolean, body: Buffer | undefined): string {
  if (presigned) return UNSIGNED;
  const declared = request.headers['x-amz-content-sha256'];
  if (typeof declared === 'string') {
    if (body && declared !== UNSIGNED && declared !== sha256(body)) {
      throw new ServiceError('XAmzContentSHA256Mismatch', 'x-amz-content-sha256 does not match the body');
    }
    return declared;
  }
  if (!body) throw incomplete('The header x-amz-content-sha256 is missing');
  return sha256(body);
}

function computeSignature(request: SignedRequest, given: Signature, secret: string, payloadHash: string): string {
  const { date, region, service } = given.scope;
  const canonical = [
    request.method,
    canonicalPath(request.path, service),
    canonicalQuery(request.query),
    given.signedHeaders.map((name) => canonicalHeader(request.headers, name)).join(''),
    given.signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = [ALGORITHM, given.timestamp, scope, sha256(canonical)].join('\n');
  return hmac(signingKey(given.scope, secret), toSign).toString('hex');
}

/** A key is good for a day: those of all callers and services, and of the day before. */
const MOST_KEYS = 512;
const keys = new Map<string, Buffer>();

/** The key that a caller signs a day's requests to a service with; four of the five hashes of a signature go into it. */
function signingKey({ date, region, service }: Signature['scope'], secret: string): Buffer {
  const name = [date, region, service, secret].join('/');
  let key = keys.get(name);
  if (!key) {
    key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date));
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(name, key);
  }
  return key;
}

function checkTime(given: Signature, now: Date): void {
  const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
  const signed = Date.parse(given.timestamp.replace(basic, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(signed) || !given.timestamp.startsWith(given.scope.date)) {
    throw incomplete('X-Amz-Date must be basic ISO 8601 and agree with the date of the credential');
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
 * @param body the whole body, when it is at hand: then its hash is checked too
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
