import { randomUUID } from 'node:crypto';
import { LIMITS } from '@talking-avatar/contract';
import * as v from 'valibot';
import { signUpload, URL_LIFETIME_S, uploadKey, uploadUrl } from '#aws';
import { createEndpoint, jsonResponse, readEnvironment, readJsonBody, refuseOverQuota } from '#runtime';
import { environment } from './environment.ts';

const settings = readEnvironment(environment);

const bodySchema = v.strictObject({
  size: v.pipe(v.number(), v.integer('a whole number of bytes'), v.minValue(1), v.maxValue(LIMITS.audioBytes)),
  content_type: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/, 'a media type such as "audio/wav"')),
    'application/octet-stream',
  ),
});

/** `POST /lipsync/uploads` returns a presigned URL for uploading a large recording, and the `audio_url` to use in the job. */
export const handler = createEndpoint(settings, { methods: ['POST'] }, async ({ event, caller }) => {
  const { size, content_type } = readJsonBody(event, bodySchema);
  // Refused if the quota is used up: no job could use the upload, so it would just be free storage.
  refuseOverQuota(caller);
  const id = randomUUID();
  const key = uploadKey(caller.account, id);
  const url = await signUpload(settings.BUCKET, key, size, content_type);
  return jsonResponse({
    upload: { method: 'PUT', url, headers: { 'content-type': content_type, 'content-length': String(size) } },
    audio_url: uploadUrl(settings.BUCKET, key),
    expires_at: new Date(Date.now() + URL_LIFETIME_S * 1000).toISOString(),
  });
});
