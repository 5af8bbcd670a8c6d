import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';
import type { GatewayResponseModel } from './model.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

export interface GatewayError {
  readonly type: string;
  /** API Gateway's own status, unless the template sets one. */
  readonly status: number;
  readonly message: string;
}

export const GATEWAY_ERRORS = {
  unknownAddress: { type: 'MISSING_AUTHENTICATION_TOKEN', status: 403, message: 'Missing Authentication Token' },
  // If there is an Authorization header, the gateway expects an AWS signature for an unknown path (IncompleteSignatureException).
  unsignedAddress: {
    type: 'INVALID_SIGNATURE',
    status: 403,
    message: "Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' parameter.",
  },
  tooLarge: { type: 'REQUEST_TOO_LARGE', status: 413, message: 'Request Too Long' },
  throttled: { type: 'THROTTLED', status: 429, message: 'Too Many Requests' },
  // Lambda rejected the invocation (Lambda developer guide, "Handling Lambda errors with an API Gateway API": 500).
  refused: { type: 'INTEGRATION_FAILURE', status: 500, message: 'Internal server error' },
  timeout: { type: 'INTEGRATION_TIMEOUT', status: 504, message: 'Endpoint request timed out' },
  failure: { type: 'DEFAULT_5XX', status: 502, message: 'Internal server error' },
} as const satisfies Record<string, GatewayError>;

const HEADER = 'gatewayresponse.header.';

/** Renders a gateway response from its template. DEFAULT_4XX and DEFAULT_5XX cover types without a template. */
export function renderGatewayError(responses: readonly GatewayResponseModel[], fault: GatewayError, requestId: string): HttpResponse {
  const find = (type: string) => responses.find(({ responseType }) => responseType === type);
  const response = find(fault.type) ?? find(fault.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const template = response?.templates['application/json'] ?? '{"message":$context.error.messageString}';
  const headers = Object.entries(response?.parameters ?? {})
    .filter(([name]) => name.startsWith(HEADER))
    .map(([name, value]) => [name.slice(HEADER.length), value.replace(/^'|'$/g, '')]);
  return {
    status: response?.statusCode ?? fault.status,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(headers), 'x-amzn-requestid': requestId },
    body: Buffer.from(fillTemplate(template, fault, requestId)),
  };
}

/** Fills in `$context` variables. Longer names come first because one name is a prefix of another. */
function fillTemplate(template: string, fault: GatewayError, requestId: string): string {
  return template
    .replaceAll('$context.error.messageString', JSON.stringify(fault.message))
    .replaceAll('$context.error.message', fault.message)
    .replaceAll('$context.error.responseType', fault.type)
    .replaceAll('$context.requestId', requestId);
}

const scalar = v.union([v.string(), v.number(), v.boolean()]);

const resultSchema = v.strictObject({
  // An object with any other field is valid without a status, but an empty object is not (observed on AWS on 15 November 2024).
  statusCode: v.optional(
    v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{3}$/), v.toNumber())]), v.integer(), v.minValue(100), v.maxValue(599)),
    200,
  ),
  headers: v.nullish(v.record(v.string(), scalar)),
  multiValueHeaders: v.nullish(v.record(v.string(), v.array(scalar))),
  body: v.nullish(v.string()),
  isBase64Encoded: v.nullish(v.boolean()),
});

const isNotEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/**
 * Renders a function's response. Returns undefined if it is not a valid proxy response.
 * @param decodes whether the API returns bytes to this client, because the API's binary media types include the type that the client
 *   accepts
 */
export function renderProxyResult(payload: string, requestId: string, decodes: boolean): HttpResponse | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), v.check(isNotEmpty), resultSchema), payload);
  if (!result.success) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = result.output;
  const merged: Record<string, string | string[]> = {};
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) merged[name.toLowerCase()] = values.map(String);
  for (const [name, value] of Object.entries(headers ?? {})) {
    const others = merged[name.toLowerCase()];
    merged[name.toLowerCase()] = others ? [...new Set([others, String(value)].flat())] : String(value);
  }
  const all = { 'content-type': 'application/json', ...merged, 'x-amzn-requestid': requestId };
  if (!areValidHeaders(all)) return undefined;
  return {
    status: statusCode,
    headers: all,
    body: Buffer.from(body ?? '', isBase64Encoded && decodes ? 'base64' : 'utf8'),
  };
}

/** True if HTTP allows the headers: no line breaks and no characters beyond Latin-1. */
function areValidHeaders(headers: Readonly<Record<string, string | string[]>>): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      for (const one of [value].flat()) validateHeaderValue(name, one);
    }
    return true;
  } catch {
    return false;
  }
}
