import { setTimeout as pause } from 'node:timers/promises';
import { isTerminal, type JobStatusView } from '../contract/index.ts';
import { type ClientOfService, downloadText, readStatus, submitJob } from './client.ts';
import { faultsOfCsv } from './result.ts';

/** What a client does, in its order. */
export const CHECK_STEPS = ['submit', 'wait', 'download', 'result'] as const;

export type CheckStep = (typeof CHECK_STEPS)[number];

export interface CheckOptions {
  /** What jobs of this deployment call the blendshape rig. */
  rig: string;
  /** Milliseconds until the job must have ended. */
  patience?: number;
  /** Milliseconds between two looks at it. */
  poll?: number;
}

/** How a check went. */
export interface CheckReport {
  ok: boolean;
  /** The job, where one was accepted. */
  job?: string;
  /** From the submission to the checked file, s. */
  seconds: number;
  /** The step that failed, and why. */
  failed?: CheckStep;
  reason?: string;
}

/** Seconds that the job may wait to begin; after that it is cancelled, and takes no place from others. */
const WAIT = 30;

/** Milliseconds until a job must have ended that takes two seconds: cold starts of six functions are in it. */
export const PATIENCE = 75_000;

const POLL = 1_000;

/** The shortest job that passes through speech, animation and storage. */
const testJob = (rig: string) => ({
  target_rig: rig,
  text: 'Good morning.',
  language: 'en-US',
  output: { type: 'csv' },
  wait_time: WAIT,
});

/**
 * Uses the service once as a client does: submits a short job, waits for it, downloads its file and looks whether it is right. It
 * ends within `patience` and four times the limit of a request.
 *
 * @returns how it went; a fault of the service is reported, not thrown
 */
export async function checkService(
  service: ClientOfService,
  { rig, patience = PATIENCE, poll = POLL }: CheckOptions,
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
    const { output } = await waitFor(service, job, { patience, poll });
    step = 'download';
    const csv = await downloadText(service, job);
    step = 'result';
    const faults = faultsOfCsv(csv, output.duration ?? Number.NaN);
    if (faults.length > 0) throw new Error(faults.join(' '));
    return report({ ok: true });
  } catch (error) {
    return report({ ok: false, failed: step, reason: (error as Error).message });
  }
}

/** @throws Error when the job does not succeed, or not in time */
async function waitFor(
  service: ClientOfService,
  id: string,
  { patience, poll }: Required<Pick<CheckOptions, 'patience' | 'poll'>>,
): Promise<JobStatusView> {
  const until = performance.now() + patience;
  for (;;) {
    const job = await readStatus(service, id);
    if (job.status === 'succeeded') return job;
    if (isTerminal(job.status))
      throw new Error(`The job has ${job.status}: ${job.error?.message ?? 'no reason given'}`);
    if (performance.now() + poll > until) throw new Error(`The job is still ${job.status} after ${patience / 1_000} s`);
    await pause(poll);
  }
}
