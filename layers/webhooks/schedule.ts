/** Delay of each attempt after the previous one, in ms. */
export const RETRY_SCHEDULE: readonly number[] = [0, 5, 30, 300, 1_800, 7_200, 18_000, 36_000].map((s) => s * 1000);

/**
 * How long after its event a delivery is given up, in ms. Includes delays caused by `Retry-After`, an open circuit, or a lack of slots.
 */
export const MAX_DELIVERY_TIME_MS = 24 * 3_600_000;

/**
 * Time after its start when a waiting delivery must have lost its message, in ms. After the last attempt, SQS repeats a message that the
 * function cannot handle for 2.5 hours (50 receives, hidden for three minutes each).
 */
export const OVERDUE_AFTER_MS = MAX_DELIVERY_TIME_MS + 3 * 3_600_000;

/** Maximum random share added to each scheduled delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** The attempts made for a delivery so far. */
interface AttemptPlan {
  /** Number of attempts in this round of the schedule. */
  attempts: number;
  /** Time of the event or last replay, and the current time, in ms since 1970. */
  since: number;
  now: number;
  /** Delay from the `Retry-After` header, in ms. */
  retryAfter?: number | undefined;
  /** Random number, 0..1. */
  random: number;
}

/** Returns when to make the next attempt, in ms since 1970; undefined if the delivery is to be given up. */
export function nextAttemptTime({ attempts, since, now, retryAfter = 0, random }: AttemptPlan): number | undefined {
  const delay = RETRY_SCHEDULE[attempts];
  if (delay === undefined) return undefined;
  const at = now + Math.max(delay * (1 + JITTER * random), retryAfter);
  return at - since > MAX_DELIVERY_TIME_MS ? undefined : at;
}

/** Parses a `Retry-After` header with seconds or a date (RFC 9110, section 10.2.3). @returns ms from now; undefined if invalid */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
