import { apiErrors, formatIssues, parseJson as jsonAction } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import type { MultipartLimits, Part } from './multipart.ts';
import { findHeader } from './request.ts';

type Body = Pick<APIGatewayProxyEvent, 'headers' | 'body' | 'isBase64Encoded'>;

/** Reads a JSON body. An empty body is replaced with `empty`. @throws ApiError 400 that names the field, 415 for a compressed body */
export function readJsonBody<Schema extends v.GenericSchema>(
  event: Body,
  schema: Schema,
  { empty }: { empty?: v.InferOutput<Schema> } = {},
): v.InferOutput<Schema> {
  refuseCompressed(event);
  const text = bytesOf(event).toString();
  return empty !== undefined && text.trim() === '' ? empty : parseJson(text, schema);
}

/** Parses JSON from a body. @throws ApiError 400 that names the field */
export const parseJson = <Schema extends v.GenericSchema>(text: string, schema: Schema): v.InferOutput<Schema> =>
  parse(v.pipe(v.string(), jsonAction('a JSON object'), schema), text, schema);

/** Parses the text fields of a form. @throws ApiError 400 that names the field */
export const parseFields = <Schema extends v.GenericSchema>(parts: readonly Part[], schema: Schema): v.InferOutput<Schema> =>
  parse(schema, Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes.toString()])), schema);

/** @param fields schema whose fields are named in messages */
function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown, fields: v.GenericSchema): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(fields, result.issues, 'the request body'));
  return result.output;
}

/**
 * Reads JSON or a multipart form.
 * @param describeLimit returns the message for a part that is too large
 * @throws ApiError 400, 413, or 415
 */
export async function readJsonOrForm(
  event: Body,
  limits: MultipartLimits,
  describeLimit: (part: string) => string | undefined,
): Promise<{ json: Buffer } | { parts: Part[] }> {
  refuseCompressed(event);
  const bytes = bytesOf(event);
  const contentType = findHeader(event, 'content-type') ?? '';
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return { json: bytes };
  if (mediaType !== 'multipart/form-data') throw apiErrors.unsupportedMediaType(contentType);
  // Loads the parser only when there is a form, because most bodies are JSON.
  const { MultipartError, parseMultipart } = await import('./multipart.ts');
  try {
    return { parts: await parseMultipart(contentType, bytes, limits) };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    const tooLarge = error.tooLarge && describeLimit(error.tooLarge);
    throw tooLarge
      ? apiErrors.tooLarge(tooLarge)
      : apiErrors.malformedRequest(`The multipart body cannot be read: ${error.message}.`, error);
  }
}

const bytesOf = ({ body, isBase64Encoded }: Body): Buffer => Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** @throws ApiError 415 for a compressed body */
function refuseCompressed(event: Pick<Body, 'headers'>): void {
  const encoding = findHeader(event, 'content-encoding');
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') throw apiErrors.compressedBody(encoding);
}
