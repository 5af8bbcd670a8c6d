import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Client, DownloadOptions, Job, JobStatus, Recording, ServiceNames } from '@talking-avatar/client';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-error.ts';
import { useNames } from './job-options.ts';

/** A job to make, and the file that its result is written to. */
export interface Order {
  job: Job;
  out: string;
  /** Which of its files; the result by default. */
  file?: DownloadOptions;
  recording?: Recording;
  idempotencyKey?: string;
}

/**
 * Submits a job, waits for it and writes its result.
 *
 * @param names what the service calls its rigs and its speech engine
 * @param onProgress called with each status
 * @returns the job
 * @throws ServiceError, JobEndedError and ConnectionError as the client
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
  // The umask of a local service lets only its owner read; the result is for all.
  await writeFileAtomically(out, await file.bytes(), 0o644);
  return ended;
}

/** Fails before any work is done when a file cannot be written. @throws CommandError */
export async function checkWritable(out: string): Promise<void> {
  await access(dirname(out), constants.W_OK).catch((cause: Error) => {
    throw new CommandError(`--out: ${out} cannot be written: ${cause.message}`, { cause });
  });
}
