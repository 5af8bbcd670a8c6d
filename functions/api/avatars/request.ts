import { apiErrors, avatarDetailsSchema, avatarRequestSchema, LIMITS } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { parseFields, parseJson, readJsonOrForm } from '#runtime';

/** A request to create an avatar. */
export interface AvatarRequest {
  details: v.InferOutput<typeof avatarDetailsSchema>;
  /** The file itself, or the URL that it was uploaded to. */
  file: { bytes: Uint8Array } | { url: string };
}

/** Form limits: number of parts, size of the file in bytes, and size of any other part in bytes. */
const FORM_LIMITS = { parts: 8, bytes: { avatar: LIMITS.avatarPartBytes }, otherBytes: 4 * LIMITS.urlCharacters };

/**
 * Reads a request to create an avatar: either a form with an `avatar` part, or JSON with an upload URL.
 * @throws ApiError 400, 413, or 415
 */
export async function readAvatarRequest(event: APIGatewayProxyEvent): Promise<AvatarRequest> {
  const body = await readJsonOrForm(event, FORM_LIMITS, (part) => (part === 'avatar' ? AVATAR_TOO_LARGE : undefined));
  if ('json' in body) {
    const { avatar_url: url, ...details } = parseJson(body.json.toString(), avatarRequestSchema);
    return { details, file: { url } };
  }
  const file = body.parts.find(({ name }) => name === 'avatar');
  if (!file || file.bytes.length === 0) throw apiErrors.invalidParameter('avatar: the form needs a part "avatar" with a GLB or VRM file');
  const fields = body.parts.filter((part) => part !== file);
  return { details: parseFields(fields, formSchema), file: { bytes: file.bytes } };
}

/** In a form, `web_hooks` is JSON. */
const formSchema = v.strictObject({
  ...avatarDetailsSchema.entries,
  web_hooks: v.optional(v.pipe(v.string(), v.parseJson(undefined, 'a JSON object'), avatarDetailsSchema.entries.web_hooks), '{}'),
});

const AVATAR_TOO_LARGE =
  `The part "avatar" is larger than ${LIMITS.avatarPartBytes} bytes; ` +
  'get an upload URL from POST /lipsync/uploads, and send {"avatar_url": …} as JSON.';
