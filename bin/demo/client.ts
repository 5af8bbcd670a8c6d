import { createClient, type Job, JobEndedError, type JobStatus } from '../../layers/client/index.ts';

/** Address of a service, and the caller's token. */
export interface Service {
  url: string;
  token: string;
}

/** Milliseconds between two requests for a job's status, and until it must have ended. */
const POLL = 100;
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
export async function watch(
  service: Service,
  id: string,
  see: (job: JobStatus) => void = () => {},
): Promise<JobStatus> {
  try {
    return await createClient(service).wait(id, { onProgress: see, interval: POLL, timeout: PATIENCE });
  } catch (error) {
    if (error instanceof JobEndedError) return error.job;
    throw error;
  }
}

/** Downloads the result of a job, or one of its other artifacts. @throws ServiceError */
export async function download(service: Service, id: string, artifact = 'result'): Promise<Uint8Array> {
  const file = await createClient(service).download(id, { artifact: artifact as 'result' });
  return file.bytes();
}
