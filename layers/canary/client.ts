import * as v from 'valibot';
import { errorBodySchema, type JobStatusView, jobStatusSchema } from '../contract/index.ts';

/** The service as a client sees it. */
export interface ClientOfService {
  /** Address of the API, with its stage. */
  url: string;
  token: string;
}

/** Milliseconds that any one request may take. */
const REQUEST_TIMEOUT = 15_000;

/** Bytes of a result that are read; a test job's is a thousandth of it. */
const MOST_BYTES = 10_000_000;

const acceptedSchema = v.strictObject({ id: v.pipe(v.string(), v.uuid()), status: v.literal('queued') });

/** Submits a job. @returns its id */
export async function submitJob(service: ClientOfService, job: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await send(service, 'lipsync/generate', { method: 'POST', headers, body: JSON.stringify(job) });
  return v.parse(acceptedSchema, await response.json()).id;
}

/** How a job goes, in the form that the contract promises. */
export async function readStatus(service: ClientOfService, id: string): Promise<JobStatusView> {
  return v.parse(jobStatusSchema, await (await send(service, `status?id=${id}`)).json());
}

/** Downloads the result of a job by the link that the service redirects to. */
export async function downloadText(service: ClientOfService, id: string): Promise<string> {
  const response = await send(service, `download?id=${id}`);
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > MOST_BYTES) {
    await response.body?.cancel();
    throw new Error(`The result has ${announced} bytes, which no test job makes`);
  }
  return response.text();
}

/** The token travels in a header: it is in no address that a log could keep, and not sent on to where a redirect leads. */
async function send({ url, token }: ClientOfService, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  if (response.ok) return response;
  const refusal = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBodySchema), await response.text());
  const words = refusal.success ? `${refusal.output.title}: ${refusal.output.message}` : 'without words of its own';
  throw new Error(`${path.split('?')[0]} answered ${response.status}, ${words}`);
}
