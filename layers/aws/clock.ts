/** Returns the current time, in ms since 1970: `Date.now`, or a fake clock in tests. */
export type Clock = () => number;

/** Formats a time, in ms since 1970, as ISO 8601 in UTC: `2026-11-21T10:00:00.000Z`. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** Delay before a retry, in ms. It doubles with each retry. @param retry 0 for the first */
export const backoff = (retry: number, { first, max }: { first: number; max: number }): number => Math.min(first * 2 ** retry, max);
