import { errorBodySchema, type JobStatusView, jobStatusSchema } from '@talking-avatar/contract';
import * as v from 'valibot';

/** A deployed service. */
export interface ServiceAddress {
  /** Base URL of the API. */
  url: string;
  token: string;
}

/** Timeout for a request, in ms. */
const REQUEST_TIMEOUT = 15_000;

/** Maximum size of a result, in bytes. The result of a test job is about a thousandth of that. */
const MAX_BYTES = 10_000_000;

const acceptedSchema = v.strictObject({ id: v.pipe(v.string(), v.uuid()), status: v.literal('queued') });

/** Submits a job. @returns its ID */
export async function submitJob(service: ServiceAddress, job: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(service, 'lipsync/generate', { method: 'POST', headers, body: JSON.stringify(job) });
  return v.parse(acceptedSchema, await response.json()).id;
}

/** Reads a job's status. @throws Error if it does not match the contract */
export async function readStatus(service: ServiceAddress, id: string): Promise<JobStatusView> {
  return v.parse(jobStatusSchema, await (await send(service, `status?id=${id}`)).json());
}

/** Downloads a job's result. */
export async function downloadText(service: ServiceAddress, id: string): Promise<string> {
  const response = await send(service, `download?id=${id}`);
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > MAX_BYTES) {
    await response.body?.cancel();
    throw new Error(`The result has ${size} bytes, which is too large for a test job`);
  }
  return response.text();
}

/** Sends a request. The token is sent in a header so that it does not appear in logged URLs and is not sent to redirect targets. */
async function send({ url, token }: ServiceAddress, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  if (response.ok) return response;
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBodySchema), await response.text());
  const detail = error.success ? `${error.output.title}: ${error.output.message}` : 'no error body';
  throw new Error(`${path.split('?')[0]} returned ${response.status}: ${detail}`);
}
