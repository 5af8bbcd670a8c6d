import { apiErrors, formatIssues } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';

/** Domain names of API Gateway, where the stage is part of the path (API Gateway developer guide, "Invoke URL"). */
const EXECUTE_API_NAME = /\.execute-api\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

const LOCAL_NAME = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** The base URL that the client used: a custom domain, or API Gateway's domain with the stage. */
export function baseUrlOf({ requestContext: { domainName, stage } }: APIGatewayProxyEvent): string {
  const name = domainName ?? 'localhost';
  if (LOCAL_NAME.test(name)) return `http://${name}`;
  return EXECUTE_API_NAME.test(name) ? `https://${name}/${stage}` : `https://${name}`;
}

/** Finds a header of a request, ignoring case. @param name in lower case */
export function findHeader({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  return Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
}

/**
 * Reads the JSON body of a request.
 *
 * @param options `empty` is the result for an empty body
 * @throws ApiError 400 that names the field, 415 for a compressed body
 */
export function readJsonBody<Schema extends v.GenericSchema>(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'body' | 'isBase64Encoded'>,
  schema: Schema,
  { empty }: { empty?: v.InferOutput<Schema> } = {},
): v.InferOutput<Schema> {
  refuseCompressed(event);
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
  if (empty !== undefined && text.trim() === '') return empty;
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'a JSON object'), schema), text);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(schema, result.issues, 'the request body'));
  return result.output;
}

/** @throws ApiError 415 for a compressed body */
export function refuseCompressed(event: Pick<APIGatewayProxyEvent, 'headers'>): void {
  const encoding = findHeader(event, 'content-encoding');
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') throw apiErrors.compressedBody(encoding);
}
