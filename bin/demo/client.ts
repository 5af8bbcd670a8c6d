import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorBody, type JobStatusView, LIMITS } from '../../layers/contract/index.ts';

/** Address of a service, and the caller's token. */
export interface Service {
  url: string;
  token: string;
}

/** Milliseconds between two requests for a job's status, and until it must have ended. */
const POLL = 100;
const PATIENCE = 180_000;

/** Milliseconds that any one request may take. */
const TIMEOUT = 60_000;

/** Attempts of a GET that is answered 503 or 504, and milliseconds between two. A POST is sent once: it might make two jobs. */
const ATTEMPTS = 5;
const RETRY_PAUSE = 1_000;

/** An error that the service answered. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(`${body.code} ${body.title}: ${body.message}`);
    this.body = body;
  }
}

/**
 * Submits a job, with a recording if there is one.
 *
 * @returns the job's id
 * @throws RequestRefused when the service answers an error
 */
export async function submit(service: Service, job: object, recording?: Uint8Array): Promise<string> {
  if (!recording) return post(service, JSON.stringify(job));
  if (recording.byteLength <= LIMITS.audioPartBytes) return post(service, form(job, recording));
  return post(service, JSON.stringify({ ...job, audio_url: await upload(service, recording) }));
}

async function post(service: Service, body: string | FormData): Promise<string> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await call(service, '/lipsync/generate', { method: 'POST', headers, body });
  return ((await response.json()) as { id: string }).id;
}

/** Uploads a recording that is too large for a request, and gives the `audio_url` to name it by. */
async function upload(service: Service, recording: Uint8Array): Promise<string> {
  const request = { size: recording.byteLength, content_type: 'audio/wav' };
  const response = await call(service, '/lipsync/uploads', { method: 'POST', body: JSON.stringify(request) });
  const { upload, audio_url } = (await response.json()) as Upload;
  const { ok, status } = await fetch(upload.url, {
    method: upload.method,
    headers: upload.headers,
    body: recording as Uint8Array<ArrayBuffer>,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!ok) throw new Error(`The upload was answered with ${status}`);
  return audio_url;
}

interface Upload {
  upload: { method: string; url: string; headers: Record<string, string> };
  audio_url: string;
}

function form(job: object, recording: Uint8Array): FormData {
  const parts = new FormData();
  parts.append('job', JSON.stringify(job));
  parts.append('audio', new Blob([recording as Uint8Array<ArrayBuffer>]), 'recording.wav');
  return parts;
}

/** The status record of a job. @throws RequestRefused */
export async function statusOf(service: Service, id: string): Promise<JobStatusView> {
  return (await call(service, `/status?id=${id}`)).json() as Promise<JobStatusView>;
}

/**
 * Polls a job until it has ended.
 *
 * @param see called with every status
 * @throws RequestRefused, or Error when the job has not ended within three minutes
 */
export async function watch(
  service: Service,
  id: string,
  see: (job: JobStatusView) => void = () => {},
): Promise<JobStatusView> {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    const job = await statusOf(service, id);
    see(job);
    if (job.finished_at) return job;
    await pause(POLL);
  }
  throw new Error(`Job ${id} has not ended within ${PATIENCE / 1000} s`);
}

/** Downloads the result of a job, or one of its other artifacts. @throws RequestRefused */
export async function download(service: Service, id: string, artifact = 'result'): Promise<Uint8Array> {
  const response = await call(service, `/download?id=${id}&artifact=${artifact}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function call({ url, token }: Service, path: string, init: RequestInit = {}, attempt = 1): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (response.ok) return response;
  const isTransient = response.status === 503 || response.status === 504;
  if (init.method !== undefined || !isTransient || attempt === ATTEMPTS)
    throw new RequestRefused((await response.json()) as ErrorBody);
  await response.body?.cancel();
  await pause(RETRY_PAUSE);
  return call({ url, token }, path, init, attempt + 1);
}
