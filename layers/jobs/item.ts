import { hashText } from '../aws/hash.ts';
import type { JobRecord } from '../contract/index.ts';

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

export type WorkList =
  | typeof ARRIVING
  | typeof ACCEPTED
  | typeof PARKED
  | typeof UNANNOUNCED
  | typeof UNAUDITED
  | typeof REMOVED;

/**
 * Keys of the index that the jobs of an unordered place are spread over. The index takes 1,000 write units a second for each key,
 * and a job of 3 KB takes six to come and go.
 */
const KEYS_PER_LIST = 8;

/** The most keys that parked jobs are spread over. Whoever starts the next one reads the heads of all. */
const MAX_PARKED_KEYS = 16;

/** Jobs at once for which one key of parked jobs is enough. */
const JOBS_PER_PARKED_KEY = 100;

/** How many keys the parked jobs of a deployment are spread over. */
const countParkedKeys = (capacity: number): number =>
  Math.min(MAX_PARKED_KEYS, Math.max(1, Math.ceil(capacity / JOBS_PER_PARKED_KEY)));

/** The first key of a place is its name, as it was when there was only one. */
const keyAt = (place: WorkList, index: number): string => (index === 0 ? place : `${place}#${index}`);

const keysUpTo = (place: WorkList, count: number): string[] =>
  Array.from({ length: count }, (_, index) => keyAt(place, index));

/** All keys of a place. @param capacity only matters for parked jobs: those of another capacity may have others, see `outdatedParkedKeys` */
export const workListKeys = (place: WorkList, capacity = 1): string[] =>
  keysUpTo(place, place === PARKED ? countParkedKeys(capacity) : KEYS_PER_LIST);

/** Keys that parked jobs may have from a time when the capacity was higher. */
export const outdatedParkedKeys = (capacity: number): string[] =>
  keysUpTo(PARKED, MAX_PARKED_KEYS).slice(countParkedKeys(capacity));

/** The key that a job has in a place. */
export const workListKey = (place: WorkList, id: string, capacity = 1): string =>
  keyAt(place, hashText(id) % workListKeys(place, capacity).length);

/** The place that a key belongs to. */
export const workListOf = (key: string): WorkList => key.split('#')[0] as WorkList;

/** Form of a job's item, see `readItems`: 1 knows more keys of a place than one. */
const SCHEMA = 1;

/** Digits of a ticket number in its sortable form. */
const START_TAG_DIGITS = 12;

/** Sorts parked jobs: by ticket number, then by age. */
export const parkedSortKey = (number: number, createdAt: string): string =>
  `${String(number).padStart(START_TAG_DIGITS, '0')}#${createdAt}`;

/** The number in a ticket that `parkedSortKey` wrote. */
export const startTagOf = (ticket: string): number => Number.parseInt(ticket, 10);

/** A job with the place that it waits in. */
export interface JobItem extends JobRecord {
  waiting?: WorkList;
  ticket?: string;
}

/** A job that was just accepted waits by its age. */
export const toItem = (job: JobRecord, place: typeof ARRIVING | typeof ACCEPTED) => ({
  ...job,
  schema: SCHEMA,
  waiting: workListKey(place, job.id),
  ticket: job.created_at,
});

/** A job as the table has it. */
export function fromItem({ schema: _, waiting, ...item }: Record<string, unknown>): JobItem {
  return { ...(item as unknown as JobRecord), ...(typeof waiting === 'string' && { waiting: workListOf(waiting) }) };
}
