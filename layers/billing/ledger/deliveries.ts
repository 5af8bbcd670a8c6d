import type { JobRecord } from '@talking-avatar/contract';
import type { Clock } from '#aws/clock';
import { deliveryAttemptId } from '#aws/usage';
import type { LedgerRow } from '../row.ts';

/** The step that sends webhooks. */
export const WEBHOOK = 'deliver';

/** How long after an attempt its row must have been written, in ms. */
const MAX_DELAY = 60_000;

/** A webhook attempt, taken from the job record. */
export interface DeliveryRecord {
  /** See `deliveryAttemptId`. */
  id: string;
  /** ISO 8601. */
  at: string;
  seconds: number;
}

/** Finds webhook attempts that no ledger row lists. @param rows all rows of the job */
export function findMissingDeliveries(
  { deliveries = {} }: Pick<JobRecord, 'deliveries'>,
  rows: readonly LedgerRow[],
  clock: Clock = Date.now,
): DeliveryRecord[] {
  const now = clock();
  const listed = new Set(rows.flatMap(({ deliveries = [] }) => deliveries));
  return Object.entries(deliveries)
    .flatMap(([event, { log }]) => log.map(({ at, duration }) => ({ id: deliveryAttemptId(event, at), at, duration })))
    .filter(({ id, at, duration }) => !listed.has(id) && Date.parse(at) + duration < now - MAX_DELAY)
    .map(({ id, at, duration }) => ({ id, at, seconds: duration / 1000 }));
}
