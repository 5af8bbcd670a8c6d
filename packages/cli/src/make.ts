import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Client, DownloadOptions, Job, JobStatus, Recording, ServiceNames } from '@talking-avatar/client';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import { useNames } from './job-options.ts';

export interface Order {
  job: Job;
  out: string;
  /** Artifact to download. Default: the result. */
  file?: DownloadOptions;
  recording?: Recording;
  idempotencyKey?: string;
}

/**
 * Submits a job, waits for it to finish, and writes its result to a file.
 * @param names the service's names for its rigs and its speech engine
 * @throws ServiceError, JobEndedError, or ConnectionError from the client
 */
export async function make(
  client: Client,
  { job, out, file: wanted = {}, recording, idempotencyKey }: Order,
  names: ServiceNames,
  onProgress: (job: JobStatus) => void = () => {},
): Promise<JobStatus> {
  const { id } = await client.generate(useNames(job, names), {
    ...(recording && { recording }),
    ...(idempotencyKey && { idempotencyKey }),
  });
  const ended = await client.wait(id, { onProgress });
  const file = await client.download(id, wanted);
  // A local service sets a umask that lets only the owner read new files.
  await writeFileAtomically(out, await file.bytes(), 0o644);
  return ended;
}

/** Checks that a file can be written, before any work is done. @throws CommandError */
export async function checkWritable(out: string): Promise<void> {
  await access(dirname(out), constants.W_OK).catch((cause: Error) => {
    throw new CommandError(`--out: could not write ${out}: ${cause.message}`, { cause });
  });
}
