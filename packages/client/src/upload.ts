import { ConnectionError } from './errors.ts';
import { type Connection, fetchWithin, repeat, request } from './request.ts';
import type { AvatarFields, Job, Upload } from './types.ts';

/** A recorded voice, as a browser file or as bytes. */
export type Recording = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Maximum size of a recording that is sent in the request itself, in bytes. It is the service's limit for the `audio` part. */
export const PART_BYTES = 4_500_000;

/** Time limit for uploading a large recording, in ms: 180 MB at 300 KB per second. */
const UPLOAD_TIMEOUT = 600_000;

const UPLOAD_ATTEMPTS = 3;

interface Submission {
  body: string | FormData;
  headers: Record<string, string>;
}

const asJson = (body: object): Submission => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Wraps bytes in a Blob. A Blob is returned unchanged. */
export const toBlob = (content: Recording): Blob => (content instanceof Blob ? content : new Blob([content]));

/** Creates the request body for an avatar: a form with the file if it is small, or the URL of a large file after uploading it. */
export async function createAvatarSubmission(
  connection: Connection,
  file: Recording,
  fields: AvatarFields,
  signal: AbortSignal | undefined,
): Promise<Submission> {
  const blob = toBlob(file);
  if (blob.size > PART_BYTES) return asJson({ ...fields, avatar_url: await upload(connection, blob, signal) });
  const form = new FormData();
  form.append('avatar', blob, 'avatar');
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return { body: form, headers: {} };
}

/**
 * Creates the request body for a job: JSON for text, or a form with a short recording. A long recording is uploaded first, and the job
 * contains its URL.
 */
export async function createSubmission(
  connection: Connection,
  job: Job,
  recording: Recording | undefined,
  signal: AbortSignal | undefined,
): Promise<Submission> {
  if (recording === undefined) return asJson(job);
  const blob = toBlob(recording);
  if (blob.size > PART_BYTES) return asJson({ ...job, audio_url: await upload(connection, blob, signal) });
  const form = new FormData();
  form.append('job', JSON.stringify(job));
  form.append('audio', blob, 'recording');
  return { body: form, headers: {} };
}

/** Returns a file's media type without parameters, because the service accepts `audio/webm` but not `audio/webm;codecs=opus`. */
const mediaTypeOf = ({ type }: Blob): string => type.split(';')[0]!.trim() || 'application/octet-stream';

/**
 * Uploads a recording, a background, or an avatar.
 * @returns its URL, for use in a request
 * @throws ServiceError when the service rejects it
 * @throws ConnectionError when the upload failed three times
 */
export async function upload(connection: Connection, blob: Blob, signal?: AbortSignal): Promise<string> {
  const { upload: target, audio_url } = await request<Upload>(connection, 'lipsync/uploads', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size: blob.size, content_type: mediaTypeOf(blob) }),
    signal,
  });
  const { method, headers, url } = target;
  const status = await repeat(UPLOAD_ATTEMPTS, signal, () =>
    fetchWithin({ ...connection, timeout: UPLOAD_TIMEOUT }, url, { method, headers, body: blob, signal }, (response) => {
      if (response.status >= 500) throw new ConnectionError(`The upload failed with HTTP status ${response.status}`);
      return response.status;
    }),
  );
  if (status >= 300) throw new ConnectionError(`The upload failed with HTTP status ${status}`);
  return audio_url;
}
