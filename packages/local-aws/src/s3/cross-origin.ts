import type { IncomingHttpHeaders } from 'node:http';
import type { ServiceResponse } from '../gateway/index.ts';

/** A bucket's CORS rule (S3 user guide, "Elements of a CORS configuration"). */
export interface CorsRule {
  /** Each may contain one `*`. */
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  /** Each may contain one `*`. */
  readonly AllowedHeaders?: readonly string[] | undefined;
  readonly ExposedHeaders?: readonly string[] | undefined;
  /** In seconds. */
  readonly MaxAge?: number | undefined;
}

type Headers = Readonly<Record<string, string>>;

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => {
    const [head = '', tail] = pattern.split('*');
    if (tail === undefined) return name === head;
    return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
  });
}

const listOf = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

function findRule(rules: readonly CorsRule[], origin: string, method: string, headers: readonly string[]) {
  return rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders = [] }) =>
      matches(AllowedOrigins, origin) &&
      AllowedMethods.includes(method) &&
      headers.every((name) =>
        matches(
          AllowedHeaders.map((pattern) => pattern.toLowerCase()),
          name,
        ),
      ),
  );
}

/** For a rule that allows all origins, S3 returns `*`. For other rules, it returns the origin itself. */
function describeRule({ AllowedOrigins, AllowedMethods, ExposedHeaders = [], MaxAge }: CorsRule, origin: string) {
  const isOpen = AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-allow-methods': AllowedMethods.join(', '),
    ...(ExposedHeaders.length > 0 && { 'access-control-expose-headers': ExposedHeaders.join(', ') }),
    ...(MaxAge !== undefined && { 'access-control-max-age': String(MaxAge) }),
    ...(!isOpen && { 'access-control-allow-credentials': 'true' }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

const refusal = (message: string, status = 403, code = 'AccessForbidden'): ServiceResponse => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

const incomplete = (name: string) => refusal(`Insufficient information. ${name} request header needed.`, 400, 'BadRequest');

/** @param rules the bucket's rules; undefined if the bucket does not exist */
export function answerPreflight(rules: readonly CorsRule[] | undefined, headers: IncomingHttpHeaders): ServiceResponse {
  const { origin, 'access-control-request-method': method } = headers;
  if (origin === undefined) return incomplete('Origin');
  if (rules === undefined) return refusal('CORSResponse: Bucket not found');
  if (rules.length === 0) return refusal('CORSResponse: CORS is not enabled for this bucket.');
  if (method === undefined) return incomplete('Access-Control-Request-Method');
  const asked = listOf(headers['access-control-request-headers']);
  const rule = findRule(rules, origin, method, asked);
  if (!rule) return refusal('CORSResponse: This CORS request is not allowed.');
  return {
    status: 200,
    headers: {
      ...describeRule(rule, origin),
      ...(asked.length > 0 && { 'access-control-allow-headers': asked.join(', ') }),
    },
  };
}

/** Returns the headers to add to a cross-origin response. There are none unless a rule allows the request. */
export function headersFor(rules: readonly CorsRule[], method: string, { origin }: IncomingHttpHeaders): Headers {
  const rule = origin === undefined ? undefined : findRule(rules, origin, method, []);
  return rule && origin !== undefined ? describeRule(rule, origin) : {};
}
