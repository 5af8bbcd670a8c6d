import { isTerminal, type JobRecord } from '@talking-avatar/contract';

/** Fewest and most seconds between two polls. */
const FEWEST = 1;
const MOST = 15;

/** Share of the time that a job is likely to take still, after which it is worth to ask again. */
const SHARE = 1 / 4;

/** Below this progress the time that a job takes still cannot be told from it. */
const TELLING = 0.1;

/**
 * Seconds after which the status of a job is worth asking for again, so that a client asks often near its end and seldom before: a
 * quarter of the time that the job takes still by its progress, or of the time that it has taken where that tells nothing.
 *
 * @param now ms since 1970
 * @returns whole seconds; undefined for a job that has ended
 */
export function secondsToNextPoll(
  { status, progress, created_at, started_at }: Pick<JobRecord, 'status' | 'progress' | 'created_at' | 'started_at'>,
  now: number,
): number | undefined {
  if (isTerminal(status)) return undefined;
  const passed = (now - Date.parse(started_at ?? created_at)) / 1000;
  const left = started_at !== null && progress >= TELLING ? (passed * (1 - progress)) / progress : passed;
  return Math.min(MOST, Math.max(FEWEST, Math.round(left * SHARE)));
}
