/**
 * Start-time fair queuing (Goyal, Vin, Cheng 1996) over accounts: a job that must wait draws a ticket one past its account's
 * last one, or past the clock if the account was idle; the lowest ticket goes first, and the clock follows the tickets that
 * are called. So an account that sends a thousand jobs at once does not hold up one that sends a single one, and it does not
 * starve either.
 */
export interface Clock {
  /** The highest ticket that was called. */
  time: number;
  /** The last ticket of each account that is ahead of the clock. */
  last: Readonly<Record<string, number>>;
}

/** The ticket that an account draws now. */
export const nextTicket = (clock: Clock, account: string): number => Math.max(clock.time, clock.last[account] ?? 0) + 1;

/** Accounts whose last ticket the clock has reached: they count as idle and need not be remembered. */
export const idleAccounts = (clock: Clock): string[] =>
  Object.keys(clock.last).filter((account) => (clock.last[account] ?? 0) <= clock.time);
