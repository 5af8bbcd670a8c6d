import type { ErrorBody, ErrorType } from '@talking-avatar/contract';
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '#runtime/cors';

/** An error that API Gateway itself returns. The message may contain `$context` variables. */
interface GatewayError extends ErrorBody {
  type: ResponseType;
  /** Header values, in the quotes that the gateway requires. */
  headers: Readonly<Record<string, string>>;
}

const of = (
  type: ResponseType,
  error: ErrorType,
  code: number,
  title: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayError => ({ type, code, title, message, headers: { 'error-type': `'${error}'`, ...headers } });

const forbidden = (type: ResponseType) =>
  of(type, 'forbidden', 403, 'Forbidden', 'The request was rejected before it reached the service.');

const malformed = (type: ResponseType) =>
  of(type, 'malformed-request', 400, 'Malformed request', 'The request could not be read; check its headers and body.');

const broken = (type: ResponseType) =>
  of(type, 'internal', 500, 'Internal error', 'The service failed; contact support with the request id $context.requestId.');

const late = (type: ResponseType) =>
  of(type, 'timeout', 504, 'Timeout', 'The response took too long; try again, or contact support with the request id $context.requestId.');

/** A function crashed or timed out. The API Gateway default is 502. The work may have been done anyway, so clients must check. */
const lost = (type: ResponseType) =>
  of(
    type,
    'unavailable',
    503,
    'Service unavailable',
    'The service did not respond; try again in a few seconds, or contact support with the request id $context.requestId.',
    { 'retry-after': "'5'" },
  );

const unknownAddress = (type: ResponseType) =>
  of(type, 'unknown-address', 404, 'Unknown address', 'This path or method does not exist; /openapi.json lists all paths.');

const tooMany = (type: ResponseType, message: string): GatewayError =>
  of(type, 'too-many-requests', 429, 'Too many requests', message, { 'retry-after': "'1'" });

const RATE_EXCEEDED = 'The request rate is too high; wait a second and try again.';

/**
 * Lambda rejected the invocation, nearly always because of insufficient concurrency, or it could not be reached. The API Gateway default is
 * 500 (Lambda developer guide, "Handling Lambda errors with an API Gateway API"). With 429, clients retry.
 */
const BUSY = 'The service is busy or cannot be reached; wait a second and try again.';

/** All errors that API Gateway returns without invoking a function. */
const GATEWAY_ERRORS: readonly GatewayError[] = [
  // The gateway uses this type for an unknown path or method. If such a request has an Authorization header, the gateway expects an AWS
  // signature and rejects anything else, such as a bearer token. No method of the API uses AWS signatures.
  unknownAddress(ResponseType.MISSING_AUTHENTICATION_TOKEN),
  unknownAddress(ResponseType.INVALID_SIGNATURE),
  unknownAddress(ResponseType.RESOURCE_NOT_FOUND),
  of(
    ResponseType.REQUEST_TOO_LARGE,
    'too-large',
    413,
    'Request too large',
    'The request is too large; send a recording of more than 4.5 MB to the URL that POST /lipsync/uploads returns.',
  ),
  of(
    ResponseType.UNSUPPORTED_MEDIA_TYPE,
    'unsupported-media-type',
    415,
    'Unsupported media type',
    'The content-type must be application/json or multipart/form-data.',
  ),
  tooMany(ResponseType.THROTTLED, RATE_EXCEEDED),
  tooMany(ResponseType.QUOTA_EXCEEDED, RATE_EXCEEDED),
  tooMany(ResponseType.INTEGRATION_FAILURE, BUSY),
  malformed(ResponseType.BAD_REQUEST_BODY),
  malformed(ResponseType.BAD_REQUEST_PARAMETERS),
  malformed(ResponseType.DEFAULT_4XX),
  of(ResponseType.UNAUTHORIZED, 'invalid-token', 401, 'Unauthorized', 'The request was rejected before it reached the service.'),
  forbidden(ResponseType.ACCESS_DENIED),
  forbidden(ResponseType.EXPIRED_TOKEN),
  forbidden(ResponseType.INVALID_API_KEY),
  forbidden(ResponseType.WAF_FILTERED),
  late(ResponseType.INTEGRATION_TIMEOUT),
  broken(ResponseType.API_CONFIGURATION_ERROR),
  broken(ResponseType.AUTHORIZER_CONFIGURATION_ERROR),
  broken(ResponseType.AUTHORIZER_FAILURE),
  lost(ResponseType.DEFAULT_5XX),
];

/**
 * Lets web pages read gateway errors. The gateway cannot choose among several origins, so all origins may read them. This is safe because
 * gateway errors say nothing about the caller.
 */
function pageHeaders([origin, ...others]: readonly string[]): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': others.length === 0 ? `'${origin}'` : "'*'",
    'access-control-expose-headers': `'${EXPOSED_HEADERS.join(', ')}'`,
  };
}

/** Adds gateway responses in the error format of the API, `{title, message, code}`. @param origins allowed web page origins */
export function addGatewayResponses(api: RestApi, origins: readonly string[]): void {
  for (const { type, headers, ...body } of GATEWAY_ERRORS) {
    api.addGatewayResponse(idOf(type), {
      type,
      statusCode: String(body.code),
      templates: { 'application/json': JSON.stringify({ title: body.title, message: body.message, code: body.code }) },
      responseHeaders: { ...headers, ...pageHeaders(origins) },
    });
  }
}

/** `REQUEST_TOO_LARGE` → `RequestTooLarge`. */
const idOf = ({ responseType }: ResponseType): string =>
  responseType
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
