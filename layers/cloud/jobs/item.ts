import type { JobRecord } from '../../contract/index.ts';

/**
 * Where a job waits for somebody to see to it, as the partition of the index `waiting`: a queued one is `arriving` until its
 * recording is stored, `accepted` until the
 * dispatcher has seen it and `parked` while there is no capacity; one that has ended is `unannounced` until the bus knows, then
 * `unaudited` until its ledger is known to be whole; one that its client has cancelled or deleted is `removed` until nothing writes
 * to its folder any more. All others are not in the index.
 */
export const ARRIVING = 'arriving';
export const ACCEPTED = 'accepted';
export const PARKED = 'parked';
export const UNANNOUNCED = 'unannounced';
export const UNAUDITED = 'unaudited';
export const REMOVED = 'removed';

export type WaitingPlace =
  | typeof ARRIVING
  | typeof ACCEPTED
  | typeof PARKED
  | typeof UNANNOUNCED
  | typeof UNAUDITED
  | typeof REMOVED;

/** Digits of a ticket number in its sortable form. */
const TICKET_DIGITS = 12;

/** Sorts parked jobs: by ticket number, then by age. */
export const parkedTicket = (number: number, createdAt: string): string =>
  `${String(number).padStart(TICKET_DIGITS, '0')}#${createdAt}`;

/** The number in a ticket that `parkedTicket` wrote. */
export const ticketNumber = (ticket: string): number => Number.parseInt(ticket, 10);

/** A job in the table, with the attributes of its index. */
export interface JobItem extends JobRecord {
  waiting?: WaitingPlace;
  ticket?: string;
}

/** A job that was just accepted waits by its age. */
export const toItem = (job: JobRecord, waiting: typeof ARRIVING | typeof ACCEPTED): JobItem => ({
  ...job,
  waiting,
  ticket: job.created_at,
});
