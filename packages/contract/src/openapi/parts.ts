import { ERROR_TYPES } from '../errors.ts';

export type Json = { readonly [key: string]: unknown };

export interface Endpoint {
  /** Operations by path and lowercase method. */
  paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Named schemas that the endpoint adds to `components`. */
  schemas?: Readonly<Record<string, Json>>;
}

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const content = (schema: Json): Json => ({ 'application/json': { schema } });
export const query = (name: string, schema: Json, description: string, required = false): Json => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Headers shared by several responses. */
export const HEADERS = {
  ErrorType: { description: 'The kind of error; these names never change', schema: { enum: ERROR_TYPES } },
  IdempotentReplayed: {
    description: 'Present if an earlier request with the same Idempotency-Key submitted the job',
    schema: { const: 'true' },
  },
  RetryAfter: { description: 'Seconds to wait before the next request', schema: { type: 'integer', minimum: 1 } },
} as const satisfies Json;

const errorResponse = (code: number, description: string): Json => ({
  description,
  headers: {
    'error-type': header('ErrorType'),
    ...([429, 503].includes(code) && { 'retry-after': header('RetryAfter') }),
  },
  content: content(ref('Error')),
});

/** Builds the error responses of one operation from descriptions by HTTP status. */
export const errors = (descriptions: Readonly<Record<number, string>>): Json =>
  Object.fromEntries(Object.entries(descriptions).map(([code, description]) => [code, errorResponse(Number(code), description)]));

/** Error responses that several operations share: HTTP status and description by name. */
const SHARED_ERRORS = {
  InvalidParameter: [400, 'A parameter is invalid'],
  InvalidBody: [400, 'The body is invalid'],
  InvalidJob: [400, 'The job specification is missing, malformed, or invalid'],
  InvalidToken: [401, 'The token is missing or unknown'],
  ExpiredToken: [403, 'The token has expired'],
  UnknownJob: [404, 'The account does not have this job'],
  UnknownAvatar: [404, 'The account does not have this avatar'],
  MethodNotAllowed: [405, 'The method is not allowed here'],
  DeletedJob: [410, 'The job was deleted or has expired'],
  CompressedBody: [415, 'The body is compressed'],
  UnsupportedBody: [415, 'Neither JSON nor multipart, or compressed with a content-encoding'],
  TooManyRequests: [429, 'Too many requests; see Retry-After'],
  Internal: [500, 'The service failed; the message contains a request ID'],
  Unavailable: [503, 'The service is temporarily unavailable; see Retry-After'],
  Timeout: [504, 'The gateway timed out. Repeat a GET; repeat a POST with the same Idempotency-Key'],
} as const satisfies Readonly<Record<string, readonly [code: number, description: string]>>;

/** The shared error responses, for `components.responses`. */
export const RESPONSES: Json = Object.fromEntries(
  Object.entries(SHARED_ERRORS).map(([name, [code, description]]) => [name, errorResponse(code, description)]),
);

/** References to shared error responses, by HTTP status. */
export const shared = (...names: readonly (keyof typeof SHARED_ERRORS)[]): Json =>
  Object.fromEntries(names.map((name) => [SHARED_ERRORS[name][0], { $ref: `#/components/responses/${name}` }]));

/** Errors of every operation that needs a token. */
export const commonErrors: Json = shared(
  'InvalidToken',
  'ExpiredToken',
  'MethodNotAllowed',
  'TooManyRequests',
  'Internal',
  'Unavailable',
  'Timeout',
);

/** Groups of operations in the reference. */
export const TAGS = [
  { name: 'Jobs', description: 'Submit jobs, follow them, and download their results.' },
  { name: 'Catalogue', description: 'Actors and voices for jobs, and this document.' },
  { name: 'Account', description: 'Plan, limits, and costs.' },
  { name: 'Avatars', description: 'Your own heads for videos.' },
  { name: 'Webhooks', description: 'Requests that the service sends to the URLs in `web_hooks`, their secret, and their log.' },
] as const;

/** Schema of an object whose properties are all required. */
export const record = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties });

/** Schema of a page: items under a name, and a cursor. */
export const page = (name: string, item: Json): Json =>
  record({
    [name]: { type: 'array', items: item },
    cursor: {
      type: ['string', 'null'],
      description: 'Send it to get the next page. Null only on the last page; any page may have fewer items than `limit`, or none',
    },
  });

export const pageParameters = (maximum: number, description: string): readonly Json[] => [
  query('limit', { type: 'integer', minimum: 1, maximum, default: 20 }, description),
  query('cursor', { type: 'string' }, 'The cursor of the previous page'),
];

export const uuid: Json = { type: 'string', format: 'uuid' };
export const uri: Json = { type: 'string', format: 'uri' };
export const instant: Json = { type: 'string', format: 'date-time' };
/** The `id` path parameter. */
export const pathId: Json = { name: 'id', in: 'path', required: true, schema: uuid };

/** Paths of an operation at the root and under `/lipsync`, each with its own operation ID. */
export const atRootAndUnderLipsync = (path: string, get: Json): Endpoint['paths'] => ({
  [path]: { get },
  [`/lipsync${path}`]: { get: { ...get, operationId: `${get.operationId}UnderLipsync` } },
});
