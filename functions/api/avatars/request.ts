import { apiErrors, avatarDetailsSchema, avatarRequestSchema, formatIssues, LIMITS } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { findHeader, refuseCompressed } from '#runtime';
import { MultipartError, parseMultipart } from '#runtime/multipart';

/** A request for a new avatar. */
export interface AvatarRequest {
  details: v.InferOutput<typeof avatarDetailsSchema>;
  /** The file, or where it was uploaded. */
  file: { bytes: Uint8Array } | { url: string };
}

/**
 * Reads a request for a new avatar: a form with the part `avatar`, or JSON with the URL of an upload.
 *
 * @throws ApiError 400, 413 or 415
 */
export async function readAvatarRequest(event: APIGatewayProxyEvent): Promise<AvatarRequest> {
  refuseCompressed(event);
  const contentType = findHeader(event, 'content-type');
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (mediaType === 'multipart/form-data') return readForm(contentType!, body);
  if (mediaType !== 'application/json') throw apiErrors.unsupportedMediaType(contentType);
  const { avatar_url: url, ...details } = parse(
    v.pipe(v.string(), v.parseJson(undefined, 'a JSON object'), avatarRequestSchema),
    body.toString(),
  );
  return { details, file: { url } };
}

/** Most parts that are read, and most bytes of those that are no file. */
const [MAX_PARTS, FIELD_BYTES] = [8, 1_000];

async function readForm(contentType: string, body: Buffer): Promise<AvatarRequest> {
  const limits = { parts: MAX_PARTS, bytes: { avatar: LIMITS.avatarPartBytes }, otherBytes: FIELD_BYTES };
  const parts = await parseMultipart(contentType, body, limits).catch((error: unknown) => {
    if (!(error instanceof MultipartError)) throw error;
    if (error.tooLarge === 'avatar') throw apiErrors.tooLarge(AVATAR_TOO_LARGE);
    throw apiErrors.malformedRequest(`The multipart body cannot be read: ${error.message}.`, error);
  });
  const file = parts.find(({ name }) => name === 'avatar');
  if (!file || file.bytes.length === 0)
    throw apiErrors.invalidParameter('avatar: the multipart request needs a part "avatar" with a GLB or VRM file');
  const others = parts.filter((part) => part !== file);
  const details = Object.fromEntries(others.map(({ name, bytes }) => [name, bytes.toString()]));
  return { details: parse(avatarDetailsSchema, details), file: { bytes: file.bytes } };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (!result.success) throw apiErrors.invalidParameter(formatIssues(schema, result.issues, 'the request body'));
  return result.output;
}

const AVATAR_TOO_LARGE =
  `The part "avatar" is larger than ${LIMITS.avatarPartBytes} bytes; ` +
  'get an upload URL from POST /lipsync/uploads, and send {"avatar_url": …} as JSON.';
