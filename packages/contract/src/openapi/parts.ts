import { ERROR_TYPES } from '../errors.ts';

/** A JSON value of the OpenAPI document. */
export type Json = { readonly [key: string]: unknown };

/** A reference to a named schema of the document. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
/** The content of a JSON body. */
export const content = (schema: Json): Json => ({ 'application/json': { schema } });
/** A query parameter. */
export const query = (name: string, schema: Json, description: string, required = false): Json => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Headers of an error response: its type, and when to try again. */
const errorHeaders = (code: number): Json => ({
  'error-type': header('ErrorType'),
  ...([429, 503].includes(code) && { 'retry-after': header('RetryAfter') }),
});

/** Headers that several responses have. */
export const HEADERS = {
  ErrorType: { description: 'What kind of error it is; these names never change', schema: { enum: ERROR_TYPES } },
  IdempotentReplayed: {
    description: 'Present where an earlier request with the same Idempotency-Key has submitted the job',
    schema: { const: 'true' },
  },
  RetryAfter: { description: 'Seconds until another request makes sense', schema: { type: 'integer', minimum: 1 } },
} as const satisfies Json;

/** Error responses, from their descriptions by HTTP status. */
export const errorResponses = (codes: Readonly<Record<number, string>>): Json =>
  Object.fromEntries(
    Object.entries(codes).map(([code, description]) => [
      code,
      { description, headers: errorHeaders(Number(code)), content: content(ref('Error')) },
    ]),
  );

/** Errors of every operation that needs a token. */
export const commonErrors = {
  401: 'The token is missing or unknown',
  403: 'The token has expired',
  405: 'The method is not allowed here',
  429: 'Too many requests; see Retry-After',
  500: 'The service failed; the message has a request id',
  503: 'The service is temporarily unavailable; see Retry-After',
  504: 'The gateway waited too long. Repeat a GET; repeat a POST with the same Idempotency-Key',
};

/** Groups of operations in the reference. */
export const TAGS = [
  { name: 'Jobs', description: 'Submit jobs, follow them, and download what they made.' },
  { name: 'Catalogue', description: 'What a job may name, and this document.' },
  { name: 'Account', description: 'Plan, limits and costs.' },
  { name: 'Avatars', description: 'Heads of your own for videos.' },
  {
    name: 'Webhooks',
    description: 'Requests that the service sends to the addresses in `web_hooks`, their secret and their log.',
  },
] as const;

/** The schema of a list of named properties that are all present. */
export const record = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties });

export const uuid: Json = { type: 'string', format: 'uuid' };
export const uri: Json = { type: 'string', format: 'uri' };
export const instant: Json = { type: 'string', format: 'date-time' };
