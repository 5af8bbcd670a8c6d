import { JobEndedError, WaitTimeoutError } from './errors.ts';
import { sleep } from './request.ts';
import type { JobStatus } from './types.ts';

export interface WaitOptions {
  /** Called with the job after each poll. */
  onProgress?: (job: JobStatus) => void;
  signal?: AbortSignal;
  /** Time limit, in ms. Default: one hour. */
  timeout?: number;
  /** Polling interval, in ms. By default, it grows from 0.25 s to 1 s and then follows the service's `Retry-After`. */
  interval?: number;
}

/** First polling interval, in ms. It grows by half each time, up to the maximum. */
const FIRST_PAUSE = 250;
const PAUSE_GROWTH = 1.5;
const LONGEST_PAUSE = 5_000;

/** Polling interval, in ms, from which `Retry-After` applies. Applying it sooner would prolong the wait for a short job. */
const FIRST_ASKED_PAUSE = 1_000;

const DEFAULT_TIMEOUT = 3_600_000;

/** Polls a job until it has succeeded. @throws JobEndedError if it fails or is cancelled, WaitTimeoutError after the timeout */
export async function waitForJob(
  poll: () => Promise<{ job: JobStatus; retryAfter: number | undefined }>,
  { onProgress, signal, timeout = DEFAULT_TIMEOUT, interval }: WaitOptions = {},
): Promise<JobStatus> {
  const until = Date.now() + timeout;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * PAUSE_GROWTH)) {
    const { job, retryAfter } = await poll();
    onProgress?.(job);
    if (job.status === 'succeeded') return job;
    if (job.finished_at !== null) throw new JobEndedError(job);
    const left = until - Date.now();
    if (left <= 0) throw new WaitTimeoutError(`The job ${job.id} is ${job.status} after ${timeout / 1000} s`);
    const asked = pause < FIRST_ASKED_PAUSE || retryAfter === undefined ? pause : retryAfter * 1000;
    await sleep(Math.min(interval ?? asked, left), signal);
  }
}
