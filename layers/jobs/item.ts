import type { JobRecord } from '@talking-avatar/contract';
import { hashText } from '#aws/hash';

/**
 * Work lists contain the jobs that need further action. They are stored in the `by-work-list` index. A job is on at most one list.
 *
 *   arriving      queued; its recording is not stored yet
 *   accepted      queued; the dispatcher has not handled it yet
 *   parked        queued; there is no capacity
 *   unannounced   ended; its event is not published yet
 *   unaudited     ended; its ledger may be incomplete
 *   undelivered   audited; a webhook is waiting for its next attempt
 *   removed       cancelled or deleted; a step may still write objects
 */
export const ARRIVING = 'arriving';
export const ACCEPTED = 'accepted';
export const PARKED = 'parked';
export const UNANNOUNCED = 'unannounced';
export const UNAUDITED = 'unaudited';
export const UNDELIVERED = 'undelivered';
export const REMOVED = 'removed';

export type WorkList =
  | typeof ARRIVING
  | typeof ACCEPTED
  | typeof PARKED
  | typeof UNANNOUNCED
  | typeof UNAUDITED
  | typeof UNDELIVERED
  | typeof REMOVED;

/** Index keys per work list, except `parked`. A key allows 1,000 write units per second, and a 3 KB job takes six to enter and leave. */
const KEYS_PER_LIST = 8;

/** Maximum number of index keys for parked jobs. All of them are read to start the next job. */
const MAX_PARKED_KEYS = 16;

/** There is one index key for parked jobs per this many concurrent jobs. */
const JOBS_PER_PARKED_KEY = 100;

const countParkedKeys = (capacity: number): number => Math.min(MAX_PARKED_KEYS, Math.max(1, Math.ceil(capacity / JOBS_PER_PARKED_KEY)));

const keyAt = (list: WorkList, index: number): string => (index === 0 ? list : `${list}#${index}`);

const keysUpTo = (list: WorkList, count: number): string[] => Array.from({ length: count }, (_, index) => keyAt(list, index));

/** Returns all keys of a work list. @param capacity maximum number of concurrent jobs; only used for `parked` */
export const workListKeys = (list: WorkList, capacity = 1): string[] =>
  keysUpTo(list, list === PARKED ? countParkedKeys(capacity) : KEYS_PER_LIST);

/** Returns the keys that are only used by jobs that were parked under a higher capacity. */
export const outdatedParkedKeys = (capacity: number): string[] => keysUpTo(PARKED, MAX_PARKED_KEYS).slice(countParkedKeys(capacity));

export const workListKey = (list: WorkList, id: string, capacity = 1): string =>
  keyAt(list, hashText(id) % workListKeys(list, capacity).length);

const workListOf = (key: string): WorkList => key.split('#')[0] as WorkList;

/** Number of digits of a start tag in a sort key. */
const START_TAG_DIGITS = 12;

/** Sort key of a parked job: by start tag, then by age. */
export const parkedSortKey = (tag: number, createdAt: string): string => `${String(tag).padStart(START_TAG_DIGITS, '0')}#${createdAt}`;

export const startTagOf = (sortKey: string): number => Number.parseInt(sortKey, 10);

/** A job along with its work list. */
export interface JobItem extends JobRecord {
  work_list?: WorkList;
  /** Sort key of the `by-work-list` index: the time when the job was put on the list; for parked jobs, see `parkedSortKey`. */
  list_position?: string;
}

export const toItem = (job: JobRecord, list: typeof ARRIVING | typeof ACCEPTED) => ({
  ...job,
  work_list: workListKey(list, job.id),
  list_position: job.created_at,
});

export const fromItem = ({ work_list, ...item }: Record<string, unknown>): JobItem => ({
  ...(item as unknown as JobRecord),
  ...(typeof work_list === 'string' && { work_list: workListOf(work_list) }),
});
