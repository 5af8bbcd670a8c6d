import type { ErrorBody, ErrorType } from '@talking-avatar/contract';
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EXPOSED_HEADERS } from '#runtime/cors';

/** An error of API Gateway itself; the message may use `$context` variables. */
interface GatewayError extends ErrorBody {
  type: ResponseType;
  /** Values are in the gateway's quotes. */
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

const forbidden = (type: ResponseType) => of(type, 'forbidden', 403, 'Forbidden', 'The request was refused before it reached the service.');

const malformed = (type: ResponseType) =>
  of(type, 'malformed-request', 400, 'Malformed request', 'The request could not be read; check its headers and its body.');

const broken = (type: ResponseType) =>
  of(type, 'internal', 500, 'Internal error', 'The service failed; contact support with the request id $context.requestId.');

const late = (type: ResponseType) =>
  of(type, 'timeout', 504, 'Timeout', 'The answer took too long; try again, or contact support with the request id $context.requestId.');

/** A function died or timed out. API Gateway's default is 502; the work may have been done, so clients ask again. */
const lost = (type: ResponseType) =>
  of(
    type,
    'unavailable',
    503,
    'Service unavailable',
    'The service did not answer; try again in a few seconds, or contact support with the request id $context.requestId.',
    { 'retry-after': "'5'" },
  );

const unknownAddress = (type: ResponseType) =>
  of(
    type,
    'unknown-address',
    404,
    'Unknown address',
    'There is nothing at this address; /openapi.json lists the addresses of the service.',
  );

const tooMany = (type: ResponseType, message: string): GatewayError =>
  of(type, 'too-many-requests', 429, 'Too many requests', message, { 'retry-after': "'1'" });

const TOO_FAST = 'Requests come faster than the service takes them; wait a second and try again.';

/**
 * Lambda refused the invocation, nearly always for lack of concurrency. API Gateway's default is 500 (Lambda developer guide, "Handling
 * Lambda errors with an API Gateway API"); with 429 clients retry, since nothing was done.
 */
const BUSY = 'The service has too much to do at this moment; wait a second and try again.';

/** All errors that API Gateway answers without a function. */
const GATEWAY_ERRORS: readonly GatewayError[] = [
  // The gateway's name for an unknown path or method.
  unknownAddress(ResponseType.MISSING_AUTHENTICATION_TOKEN),
  unknownAddress(ResponseType.RESOURCE_NOT_FOUND),
  of(
    ResponseType.REQUEST_TOO_LARGE,
    'too-large',
    413,
    'Request too large',
    'The request is larger than the service takes; send a recording of more than 4.5 MB to the address that POST /lipsync/uploads answers.',
  ),
  of(
    ResponseType.UNSUPPORTED_MEDIA_TYPE,
    'unsupported-media-type',
    415,
    'Unsupported media type',
    'The content-type must be application/json or multipart/form-data.',
  ),
  tooMany(ResponseType.THROTTLED, TOO_FAST),
  tooMany(ResponseType.QUOTA_EXCEEDED, TOO_FAST),
  tooMany(ResponseType.INTEGRATION_FAILURE, BUSY),
  malformed(ResponseType.BAD_REQUEST_BODY),
  malformed(ResponseType.BAD_REQUEST_PARAMETERS),
  malformed(ResponseType.DEFAULT_4XX),
  of(ResponseType.UNAUTHORIZED, 'invalid-token', 401, 'Unauthorized', 'The request was refused before it reached the service.'),
  forbidden(ResponseType.ACCESS_DENIED),
  forbidden(ResponseType.EXPIRED_TOKEN),
  forbidden(ResponseType.INVALID_API_KEY),
  forbidden(ResponseType.INVALID_SIGNATURE),
  forbidden(ResponseType.WAF_FILTERED),
  late(ResponseType.INTEGRATION_TIMEOUT),
  broken(ResponseType.API_CONFIGURATION_ERROR),
  broken(ResponseType.AUTHORIZER_CONFIGURATION_ERROR),
  broken(ResponseType.AUTHORIZER_FAILURE),
  lost(ResponseType.DEFAULT_5XX),
];

/** Lets web pages read the gateway's errors. It cannot choose among several origins, so all may read them: they identify no caller. */
function pageHeaders([origin, ...others]: readonly string[]): Record<string, string> {
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': others.length === 0 ? `'${origin}'` : "'*'",
    'access-control-expose-headers': `'${EXPOSED_HEADERS.join(', ')}'`,
  };
}

/** Adds gateway responses in the common form of errors: `{title, message, code}`. @param origins allowed origins of web pages */
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
