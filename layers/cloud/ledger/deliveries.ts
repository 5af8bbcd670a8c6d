import type { JobRecord } from '../../contract/index.ts';
import type { LedgerRow } from '../../ledger/index.ts';

/** The step that tells clients of jobs. */
export const WEBHOOK = 'webhook';

/** Milliseconds from the beginning of an invocation to the attempts that it makes, at most: it takes up to ten messages at once. */
const LEAD = 20_000;

/** Milliseconds after an attempt in which the row of its invocation is still to come. */
const LATENESS = 60_000;

/** An attempt to tell a client, as the job's record has it. */
export interface DeliveryTold {
  /** ISO 8601. */
  at: string;
  seconds: number;
}

/**
 * Finds the attempts to tell a client whose invocation has left no row: each row stands for one attempt that was made after its
 * beginning.
 *
 * @param rows all rows of the job
 */
export function findMissingDeliveries(
  { notices = {} }: Pick<JobRecord, 'notices'>,
  rows: readonly LedgerRow[],
  now = Date.now(),
): DeliveryTold[] {
  const free = rows.filter(({ step }) => step === WEBHOOK).map(({ at }) => Date.parse(at));
  const attempts = Object.values(notices)
    .flatMap(({ log }) => log)
    .filter(({ at, duration }) => Date.parse(at) + duration < now - LATENESS)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return attempts
    .filter(({ at }) => {
      const time = Date.parse(at);
      const row = free.findIndex((began) => began <= time && began > time - LEAD);
      if (row >= 0) free.splice(row, 1);
      return row < 0;
    })
    .map(({ at, duration }) => ({ at, seconds: duration / 1000 }));
}
