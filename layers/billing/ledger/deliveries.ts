import { deliveryAttemptId } from '../../aws/usage/index.ts';
import type { JobRecord } from '../../contract/index.ts';
import type { LedgerRow } from '../row.ts';

/** The step that sends webhooks. */
export const WEBHOOK = 'webhook';

/** Milliseconds from the beginning of an invocation to the attempts that it makes, at most: it takes up to ten messages at once. */
const LEAD = 20_000;

/** Milliseconds after an attempt in which the row of its invocation is still to come. */
const LATENESS = 60_000;

/** A webhook attempt, as the job's record has it. */
export interface DeliveryRecord {
  /** See `deliveryAttemptId`. */
  id: string;
  /** ISO 8601. */
  at: string;
  seconds: number;
}

/**
 * Finds webhook attempts whose invocation has left no row: those that no row names. An invocation that was told of
 * two events of a job names both in its one row, and one that only waited names none.
 *
 * @param rows all rows of the job
 */
export function findMissingDeliveries(
  { notices = {} }: Pick<JobRecord, 'notices'>,
  rows: readonly LedgerRow[],
  now = Date.now(),
): DeliveryRecord[] {
  const named = new Set(rows.flatMap(({ deliveries = [] }) => deliveries));
  const unnamed = Object.entries(notices)
    .flatMap(([event, { log }]) => log.map(({ at, duration }) => ({ id: deliveryAttemptId(event, at), at, duration })))
    .filter(({ id, at, duration }) => !named.has(id) && Date.parse(at) + duration < now - LATENESS)
    .map(({ id, at, duration }) => ({ id, at, seconds: duration / 1000 }));
  return withoutRow(unnamed, rows);
}

/** Of rows that name no attempts, as they were once written, each stands for one that was made after its beginning. */
function withoutRow(attempts: readonly DeliveryRecord[], rows: readonly LedgerRow[]): DeliveryRecord[] {
  const free = rows
    .filter(({ step, deliveries }) => step === WEBHOOK && !deliveries)
    .map(({ at }) => Date.parse(at))
    .sort((a, b) => a - b);
  return [...attempts]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .filter(({ at }) => {
      const time = Date.parse(at);
      const row = free.findIndex((began) => began <= time && began > time - LEAD);
      if (row >= 0) free.splice(row, 1);
      return row < 0;
    });
}
