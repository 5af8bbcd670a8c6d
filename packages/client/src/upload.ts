import { ConnectionError } from './errors.ts';
import { type Connection, fetchWithin, repeat, request } from './request.ts';
import type { AvatarFields, Job, Upload } from './types.ts';

/** A recorded voice: a file of a browser, or its bytes. */
export type Recording = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Largest recording that travels in the request itself, bytes: the service's limit of the part `audio`. */
export const PART_BYTES = 4_500_000;

/** Milliseconds that the upload of a large recording may take: 180 MB at 300 KB a second. */
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

/** A file, or bytes, as a file. */
export const toBlob = (content: Recording): Blob => (content instanceof Blob ? content : new Blob([content]));

/** Makes the body of a request for an avatar: a form for a small file; a large one is uploaded first. */
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
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  return { body: form, headers: {} };
}

/**
 * Makes the body of a request for a job: JSON for a text, a form for a short recording. A long recording is uploaded first and
 * named in the job.
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

/** The media type of a file without parameters: the service takes `audio/webm`, not `audio/webm;codecs=opus`. */
const mediaTypeOf = ({ type }: Blob): string => type.split(';')[0]!.trim() || 'application/octet-stream';

/**
 * Uploads a recording, a background or an avatar.
 * @returns its URL, by which a request names it
 * @throws ServiceError when the service refuses it
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
      if (response.status >= 500) throw new ConnectionError(`The upload was answered with ${response.status}`);
      return response.status;
    }),
  );
  if (status >= 300) throw new ConnectionError(`The upload was answered with ${status}`);
  return audio_url;
}
