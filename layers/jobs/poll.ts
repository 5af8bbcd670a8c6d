import { isTerminal, type JobRecord } from '@talking-avatar/contract';

/** Bounds of the interval between two polls, in s. */
const MIN_INTERVAL = 1;
const MAX_INTERVAL = 15;

/** Interval between polls, as a share of the remaining time of the job. */
const SHARE = 1 / 4;

/** Minimum progress from which the remaining time can be estimated. */
const MIN_PROGRESS = 0.1;

/**
 * Returns the delay before a client should poll a job's status again (docs/decisions/0042-polling.md): a quarter of the remaining time,
 * which is estimated from the progress, or from the elapsed time while progress is low.
 * @param now ms since 1970
 * @returns whole seconds; undefined if the job has ended
 */
export function secondsToNextPoll(
  { status, progress, created_at, started_at }: Pick<JobRecord, 'status' | 'progress' | 'created_at' | 'started_at'>,
  now: number,
): number | undefined {
  if (isTerminal(status)) return undefined;
  const elapsed = (now - Date.parse(started_at ?? created_at)) / 1000;
  const remaining = started_at !== null && progress >= MIN_PROGRESS ? (elapsed * (1 - progress)) / progress : elapsed;
  return Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, Math.round(remaining * SHARE)));
}
