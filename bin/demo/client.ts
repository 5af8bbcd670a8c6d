import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Job, type JobStatus, WaitTimeoutError } from '@talking-avatar/client';

export interface Service {
  url: string;
  token: string;
}

/** Initial polling interval in ms, its growth factor, and its maximum in ms. Polling many jobs must not take CPU time away from them. */
const FIRST_PAUSE = 100;
const PAUSE_GROWTH = 1.2;
const MAX_PAUSE = 500;

/** Time limit for a job, in ms. */
const JOB_TIMEOUT = 180_000;

/** Submits a job, optionally with a recording, without retries. @param job may be invalid, for tests @throws ServiceError */
export async function submit(service: Service, job: object, recording?: Uint8Array): Promise<string> {
  const client = createClient({ ...service, retries: 0 });
  const options = recording ? { recording: recording as Uint8Array<ArrayBuffer> } : {};
  return (await client.generate(job as Job, options)).id;
}

/** Reads a job's status. @throws ServiceError */
export const statusOf = (service: Service, id: string): Promise<JobStatus> => createClient(service).status(id);

/** Polls a job until it ends, calling `see` with each status. @throws ServiceError, or WaitTimeoutError after three minutes */
export async function watch(service: Service, id: string, see: (job: JobStatus) => void = () => {}): Promise<JobStatus> {
  const client = createClient(service);
  const until = Date.now() + JOB_TIMEOUT;
  for (let wait = FIRST_PAUSE; ; wait = Math.min(MAX_PAUSE, wait * PAUSE_GROWTH)) {
    const job = await client.status(id);
    see(job);
    if (job.finished_at !== null) return job;
    if (Date.now() > until) throw new WaitTimeoutError(`Job ${id} is ${job.status} after ${JOB_TIMEOUT / 1000} s`);
    await pause(wait);
  }
}

/** Downloads a job's result or another artifact. @throws ServiceError */
export async function download(service: Service, id: string, artifact = 'result'): Promise<Uint8Array> {
  const file = await createClient(service).download(id, { artifact: artifact as 'result' });
  return file.bytes();
}
