import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Job, type JobStatus, WaitTimeoutError } from '@talking-avatar/client';

/** Address of a service, and the caller's token. */
export interface Service {
  url: string;
  token: string;
}

/**
 * Milliseconds between the first requests for a job's status, how much longer each further pause is, and the longest pause: many jobs
 * that are watched at once take no processor from their own making.
 */
const FIRST_PAUSE = 100;
const PAUSE_GROWTH = 1.2;
const LONGEST_PAUSE = 500;

/** Milliseconds until a job must have ended. */
const PATIENCE = 180_000;

/**
 * Submits a job, with a recording if there is one. The request is sent once.
 *
 * @param job a job specification; tests send wrong ones too
 * @returns the job's id
 * @throws ServiceError when the service answers an error
 */
export async function submit(service: Service, job: object, recording?: Uint8Array): Promise<string> {
  const client = createClient({ ...service, retries: 0 });
  const options = recording ? { recording: recording as Uint8Array<ArrayBuffer> } : {};
  return (await client.generate(job as Job, options)).id;
}

/** The status record of a job. @throws ServiceError */
export const statusOf = (service: Service, id: string): Promise<JobStatus> => createClient(service).status(id);

/**
 * Polls a job until it has ended, well or not.
 *
 * @param see called with every status
 * @throws ServiceError, or WaitTimeoutError when the job has not ended within three minutes
 */
export async function watch(service: Service, id: string, see: (job: JobStatus) => void = () => {}): Promise<JobStatus> {
  const client = createClient(service);
  const until = Date.now() + PATIENCE;
  for (let wait = FIRST_PAUSE; ; wait = Math.min(LONGEST_PAUSE, wait * PAUSE_GROWTH)) {
    const job = await client.status(id);
    see(job);
    if (job.finished_at !== null) return job;
    if (Date.now() > until) throw new WaitTimeoutError(`The job ${id} is ${job.status} after ${PATIENCE / 1000} s`);
    await pause(wait);
  }
}

/** Downloads the result of a job, or one of its other artifacts. @throws ServiceError */
export async function download(service: Service, id: string, artifact = 'result'): Promise<Uint8Array> {
  const file = await createClient(service).download(id, { artifact: artifact as 'result' });
  return file.bytes();
}
