import type { JobRecord } from '@talking-avatar/contract';
import { deliveryAttemptId } from '#aws/usage';
import type { LedgerRow } from '../row.ts';

/** The step that sends webhooks. */
export const WEBHOOK = 'deliver';

/** Most milliseconds from the start of an invocation to its webhook attempts: it handles up to ten messages. */
const MAX_LEAD = 20_000;

/** Milliseconds after an attempt until its row must be written. */
const MAX_DELAY = 60_000;

/** A webhook attempt, from the record of its job. */
export interface DeliveryRecord {
  /** See `deliveryAttemptId`. */
  id: string;
  /** ISO 8601. */
  at: string;
  seconds: number;
}

/**
 * Finds webhook attempts that no ledger row lists.
 *
 * @param rows all rows of the job
 */
export function findMissingDeliveries(
  { notices = {} }: Pick<JobRecord, 'notices'>,
  rows: readonly LedgerRow[],
  now = Date.now(),
): DeliveryRecord[] {
  const listed = new Set(rows.flatMap(({ deliveries = [] }) => deliveries));
  const missing = Object.entries(notices)
    .flatMap(([event, { log }]) => log.map(({ at, duration }) => ({ id: deliveryAttemptId(event, at), at, duration })))
    .filter(({ id, at, duration }) => !listed.has(id) && Date.parse(at) + duration < now - MAX_DELAY)
    .map(({ id, at, duration }) => ({ id, at, seconds: duration / 1000 }));
  return withoutOldRows(missing, rows);
}

/** Rows of release 0.1 list no attempts: each stands for one attempt after its start. */
function withoutOldRows(attempts: readonly DeliveryRecord[], rows: readonly LedgerRow[]): DeliveryRecord[] {
  const free = rows
    .filter(({ step, deliveries }) => step === WEBHOOK && !deliveries)
    .map(({ at }) => Date.parse(at))
    .sort((a, b) => a - b);
  return [...attempts]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .filter(({ at }) => {
      const time = Date.parse(at);
      const row = free.findIndex((began) => began <= time && began > time - MAX_LEAD);
      if (row >= 0) free.splice(row, 1);
      return row < 0;
    });
}
