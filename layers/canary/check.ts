import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type JobStatusView } from '@talking-avatar/contract';
import { downloadText, readStatus, type ServiceAddress, submitJob } from './client.ts';
import { findCsvProblems } from './result.ts';

/** Steps of a check, in order. */
export const CHECK_STEPS = ['submit', 'wait', 'download', 'result'] as const;

type CheckStep = (typeof CHECK_STEPS)[number];

interface CheckOptions {
  /** Identifier of the blendshape rig used by this deployment. */
  rig: string;
  /** Time limit for the job, in ms. */
  timeout?: number;
  /** Interval between status requests, in ms. */
  pollInterval?: number;
}

export interface CheckReport {
  ok: boolean;
  /** Job ID, if the job was accepted. */
  job?: string;
  /** Duration of the check, in s. */
  seconds: number;
  /** The step that failed, and why. */
  failed?: CheckStep;
  reason?: string;
}

/** The job's `wait_time`, in s. */
const WAIT_TIME = 30;

/** Default time limit, in ms. The job takes two seconds, plus cold starts of six functions. */
const TIMEOUT = 75_000;

/** Default interval between status requests, in ms. */
const POLL_INTERVAL = 1_000;

/** A short job with speech, animation, and a stored result. */
const testJob = (rig: string) => ({
  target_rig: rig,
  text: 'Good morning.',
  language: 'en-US',
  output: { type: 'csv' },
  wait_time: WAIT_TIME,
});

/**
 * Checks the service the way a client would: submits a short job, waits, downloads the result, and checks its content. This takes up to
 * `timeout` plus the timeouts of four requests.
 * @returns the result; failures of the service are reported, not thrown
 * @example
 * ```ts
 * const { ok, failed, reason } = await checkService({ url: 'https://api.example.com', token }, { rig: 'arkit' });
 * ```
 */
export async function checkService(
  service: ServiceAddress,
  { rig, timeout = TIMEOUT, pollInterval = POLL_INTERVAL }: CheckOptions,
): Promise<CheckReport> {
  const began = performance.now();
  let step: CheckStep = 'submit';
  let job: string | undefined;
  const report = (rest: Pick<CheckReport, 'ok' | 'failed' | 'reason'>): CheckReport => ({
    ...(job && { job }),
    seconds: Math.round(performance.now() - began) / 1_000,
    ...rest,
  });
  try {
    job = await submitJob(service, testJob(rig));
    step = 'wait';
    const { output } = await waitFor(service, job, { timeout, pollInterval });
    step = 'download';
    const csv = await downloadText(service, job);
    step = 'result';
    const problems = findCsvProblems(csv, output.duration ?? Number.NaN);
    if (problems.length > 0) throw new Error(problems.join(' '));
    return report({ ok: true });
  } catch (error) {
    return report({ ok: false, failed: step, reason: (error as Error).message });
  }
}

/** Waits until a job has succeeded. @throws Error if it fails or takes too long */
async function waitFor(
  service: ServiceAddress,
  id: string,
  { timeout, pollInterval }: Required<Pick<CheckOptions, 'timeout' | 'pollInterval'>>,
): Promise<JobStatusView> {
  const until = performance.now() + timeout;
  for (;;) {
    const job = await readStatus(service, id);
    if (job.status === 'succeeded') return job;
    if (isTerminal(job.status)) throw new Error(`The job ended as ${job.status}: ${job.error?.message ?? 'no reason given'}`);
    if (performance.now() + pollInterval > until) throw new Error(`The job is still ${job.status} after ${timeout / 1_000} s`);
    await sleep(pollInterval);
  }
}
