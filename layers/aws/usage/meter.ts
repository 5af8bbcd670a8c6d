import { AsyncLocalStorage } from 'node:async_hooks';
import type { StepAttempt } from './attempt.ts';
import type { BilledParty } from './billed-party.ts';
import { BYTES_PER_GIB, type ResourceName, SECONDS_PER_MONTH } from './resources.ts';

/**
 * Lifetimes of objects other than job artifacts, in days. Avatars are kept until deleted but billed for a year, and segments are deleted
 * once stitched.
 */
const OTHER_LIFETIMES = [
  { folder: /^avatars\//, days: 365 },
  { folder: /^uploads\//, days: 1 },
  { folder: /\/segments\//, days: 1 / 24 },
] as const;

/** Usage of one invocation, and the jobs or the account to bill for it. */
export class Meter {
  readonly usage = new Map<ResourceName, number>();
  /** By job ID; the key '' is for requests without a job. */
  readonly subjects = new Map<string, BilledParty>();
  /** IDs of webhook attempts by job; see `deliveryAttemptId`. */
  readonly deliveries = new Map<string, string[]>();
  /** The attempt at a task state that this invocation runs. */
  attempt: StepAttempt | undefined;
  /** See `setLedgerTime`. */
  at: string | undefined;
  readonly #retentionDays: number;

  /** @param retentionDays lifetime of job objects */
  constructor(retentionDays: number) {
    this.#retentionDays = retentionDays;
  }

  add(resource: ResourceName, quantity: number): void {
    this.usage.set(resource, (this.usage.get(resource) ?? 0) + quantity);
  }

  addStorage(key: string, bytes: number): void {
    const days = OTHER_LIFETIMES.find(({ folder }) => folder.test(key))?.days ?? this.#retentionDays;
    this.add('s3.storage', (bytes / BYTES_PER_GIB) * ((days * 86_400) / SECONDS_PER_MONTH));
  }

  addDeliveryAttempts(job: string, ids: readonly string[]): void {
    this.deliveries.set(job, [...(this.deliveries.get(job) ?? []), ...ids]);
  }

  addSubject(subject: BilledParty): void {
    const key = subject.job ?? '';
    this.subjects.set(key, { ...this.subjects.get(key), ...subject });
  }
}

const meters = new AsyncLocalStorage<Meter>();

/** Runs a function and adds the usage that it records to the meter. */
export const withMeter = <T>(meter: Meter, run: () => T): T => meters.run(meter, run);

/**
 * Adds usage to the current invocation. Does nothing outside an invocation, such as on the command line.
 * @param quantity in the unit of the resource
 */
export const recordUsage = (resource: ResourceName, quantity: number): void => meters.getStore()?.add(resource, quantity);

/** Adds the storage of an object to the current invocation. @param key object key */
export const recordStorageUsage = (key: string, bytes: number): void => meters.getStore()?.addStorage(key, bytes);

/** Bills the current invocation to a job or an account. Usage is split equally among several jobs. */
export const billTo = (subject: BilledParty): void => meters.getStore()?.addSubject(subject);

export const addSubjectDetails = (subject: BilledParty): void => {
  const meter = meters.getStore();
  if (meter?.subjects.has(subject.job ?? '')) meter.addSubject(subject);
};

/**
 * Overrides the time of the ledger row (ISO 8601), which defaults to the start of the invocation. This way, repeated work is recorded on
 * the same day.
 */
export const setLedgerTime = (at: string): void => {
  const meter = meters.getStore();
  if (meter) meter.at = at;
};

/** ID of a webhook attempt on the ledger. @param at start of the attempt, in ISO 8601 format */
export const deliveryAttemptId = (event: string, at: string): string => `${event}#${at}`;

/**
 * Lists the webhook attempts for a job (`deliveryAttemptId`) in the row of this invocation, so that an audit can find attempts without a
 * row.
 */
export const recordDeliveryAttempts = (job: string, ...ids: string[]): void => meters.getStore()?.addDeliveryAttempts(job, ids);

export const setStepAttempt = (attempt: StepAttempt): void => {
  const meter = meters.getStore();
  if (meter) meter.attempt = attempt;
};
