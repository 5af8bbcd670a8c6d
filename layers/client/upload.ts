import { ConnectionError } from './errors.ts';
import { type Connection, fetchWithin, request, sleep } from './request.ts';
import type { Job, Upload } from './types.ts';

/** A recorded voice: a file of a browser, or its bytes. */
export type Recording = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Largest recording that travels in the request itself, bytes: the service's limit of the part `audio`. */
export const PART_BYTES = 4_500_000;

/** Milliseconds that the upload of a large recording may take: 180 MB at 300 KB a second. */
const UPLOAD_TIMEOUT = 600_000;

/** Attempts of an upload, and milliseconds between two. */
const UPLOAD_ATTEMPTS = 3;
const UPLOAD_PAUSE = 2_000;

/**
 * Makes the body of a request for a job: JSON for a text, a form for a short recording. A long recording is uploaded first and
 * named in the job.
 */
export async function createSubmission(
  connection: Connection,
  job: Job,
  recording: Recording | undefined,
  signal: AbortSignal | undefined,
): Promise<{ body: string | FormData; headers: Record<string, string> }> {
  const json = { 'content-type': 'application/json' };
  if (recording === undefined) return { body: JSON.stringify(job), headers: json };
  const blob = recording instanceof Blob ? recording : new Blob([recording]);
  if (blob.size > PART_BYTES) {
    const audio_url = await upload(connection, blob, signal);
    return { body: JSON.stringify({ ...job, audio_url }), headers: json };
  }
  const form = new FormData();
  form.append('job', JSON.stringify(job));
  form.append('audio', blob, 'recording');
  return { body: form, headers: {} };
}

/**
 * Uploads a recording. @returns the `audio_url` that a job names it by
 *
 * @throws ServiceError when the service refuses it
 * @throws ConnectionError when the upload failed three times
 */
export async function upload(connection: Connection, blob: Blob, signal?: AbortSignal): Promise<string> {
  const response = await request(connection, 'lipsync/uploads', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ size: blob.size, content_type: blob.type || 'application/octet-stream' }),
    signal,
  });
  const { upload: target, audio_url } = (await response.json()) as Upload;
  for (let attempt = 1; ; attempt++) {
    const { ok, status } = await fetchWithin({ ...connection, timeout: UPLOAD_TIMEOUT }, target.url, {
      method: target.method,
      headers: target.headers,
      body: blob,
      signal,
    });
    if (ok) return audio_url;
    if (attempt === UPLOAD_ATTEMPTS || status < 500)
      throw new ConnectionError(`The upload was answered with ${status}`);
    await sleep(UPLOAD_PAUSE, signal);
  }
}
