import { errorBodySchema, type JobStatusView, jobStatusSchema } from '@talking-avatar/contract';
import * as v from 'valibot';

/** A deployed service. */
export interface ServiceAddress {
  /** Base URL of the API. */
  url: string;
  token: string;
}

/** Timeout of a request, ms. */
const REQUEST_TIMEOUT = 15_000;

/** Maximum bytes of a result; a test job's has about a thousandth. */
const MAX_BYTES = 10_000_000;

const acceptedSchema = v.strictObject({ id: v.pipe(v.string(), v.uuid()), status: v.literal('queued') });

/** Submits a job. @returns its id */
export async function submitJob(service: ServiceAddress, job: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(service, 'lipsync/generate', { method: 'POST', headers, body: JSON.stringify(job) });
  return v.parse(acceptedSchema, await response.json()).id;
}

/** Reads the status of a job. @throws Error when it does not match the contract */
export async function readStatus(service: ServiceAddress, id: string): Promise<JobStatusView> {
  return v.parse(jobStatusSchema, await (await send(service, `status?id=${id}`)).json());
}

/** Downloads the result of a job. */
export async function downloadText(service: ServiceAddress, id: string): Promise<string> {
  const response = await send(service, `download?id=${id}`);
  const size = Number(response.headers.get('content-length') ?? 0);
  if (size > MAX_BYTES) {
    await response.body?.cancel();
    throw new Error(`The result has ${size} bytes, too many for a test job`);
  }
  return response.text();
}

/** The token is sent as a header, so that it is not in logged URLs and not sent to the target of a redirect. */
async function send({ url, token }: ServiceAddress, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  if (response.ok) return response;
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBodySchema), await response.text());
  const detail = error.success ? `${error.output.title}: ${error.output.message}` : 'without an error body';
  throw new Error(`${path.split('?')[0]} answered ${response.status}, ${detail}`);
}
