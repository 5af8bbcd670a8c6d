/** Delay of each attempt after the previous one, ms. */
export const RETRY_SCHEDULE: readonly number[] = [0, 5, 30, 300, 1_800, 7_200, 18_000, 36_000].map((s) => s * 1000);

/** Time after its event when a delivery is given up, ms. Delays by `Retry-After`, an open circuit or a lack of slots count. */
export const MAX_DELIVERY_TIME_MS = 24 * 3_600_000;

/** Random share that is added to a delay of the schedule, so that deliveries that failed together are not repeated together. */
const JITTER = 0.2;

/** The attempts of a delivery so far. */
interface AttemptPlan {
  /** Attempts of this round of the schedule so far. */
  attempts: number;
  /** The event or the last replay, and the current time, ms since 1970. */
  since: number;
  now: number;
  /** Delay from the header `Retry-After`, ms. */
  retryAfter?: number | undefined;
  /** Random number, 0..1. */
  random: number;
}

/** The time of the next attempt, ms since 1970. @returns undefined when the delivery is given up */
export function nextAttemptTime({ attempts, since, now, retryAfter = 0, random }: AttemptPlan): number | undefined {
  const delay = RETRY_SCHEDULE[attempts];
  if (delay === undefined) return undefined;
  const at = now + Math.max(delay * (1 + JITTER * random), retryAfter);
  return at - since > MAX_DELIVERY_TIME_MS ? undefined : at;
}

/** Parses a `Retry-After` header, seconds or a date (RFC 9110, section 10.2.3). @returns ms from now; undefined if invalid */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
