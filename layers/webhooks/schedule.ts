/** Milliseconds before each attempt, counted from the one before. */
export const RETRY_SCHEDULE: readonly number[] = [0, 5, 30, 300, 1_800, 7_200, 18_000, 36_000].map((s) => s * 1000);

/** Milliseconds after which a delivery is given up, whatever attempts are left. Pauses that the receiver asked for and open circuits count. */
export const MAX_DELIVERY_TIME = 24 * 3_600_000;

/** A delay is up to this share longer than planned, so that what failed together does not come back together. */
const JITTER = 0.2;

export interface AttemptPlan {
  /** Attempts of this round so far, the failed one included. */
  attempts: number;
  /** When the round began, and now, ms since 1970. */
  since: number;
  now: number;
  /** What the receiver asked for, ms. */
  retryAfter?: number | undefined;
  /** 0..1. */
  random: number;
}

/** When the next attempt is due, ms since 1970; undefined when there is none. */
export function nextAttemptTime({ attempts, since, now, retryAfter = 0, random }: AttemptPlan): number | undefined {
  const delay = RETRY_SCHEDULE[attempts];
  if (delay === undefined) return undefined;
  const at = now + Math.max(delay * (1 + JITTER * random), retryAfter);
  return at - since > MAX_DELIVERY_TIME ? undefined : at;
}

/** What a `Retry-After` header asks for, ms from now: seconds or a date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
