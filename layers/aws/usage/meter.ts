import { AsyncLocalStorage } from 'node:async_hooks';
import type { StepAttempt } from './attempt.ts';
import type { BilledParty } from './billed-party.ts';
import { BYTES_PER_GIB, type ResourceName, SECONDS_PER_MONTH } from './resources.ts';

/** Lifetimes of other objects, days: uploads, segments until stitched, and avatars, which are charged for a year but kept until deleted. */
const OTHER_LIFETIMES = [
  { folder: /^avatars\//, days: 365 },
  { folder: /^uploads\//, days: 1 },
  { folder: /\/segments\//, days: 1 / 24 },
] as const;

/** Usage of one invocation, and the jobs or account that it is billed to. */
export class Meter {
  readonly usage = new Map<ResourceName, number>();
  /** By job ID; the key '' is for requests without a job. */
  readonly subjects = new Map<string, BilledParty>();
  /** IDs of webhook attempts by job; see `deliveryAttemptId`. */
  readonly deliveries = new Map<string, string[]>();
  /** The task state attempt that the invocation runs. */
  attempt: StepAttempt | undefined;
  /** See `setLedgerTime`. */
  at: string | undefined;
  readonly #retentionDays: number;

  /** @param retentionDays lifetime of jobs' objects */
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
 * Adds usage to the current invocation. Does nothing outside an invocation, as on the command line.
 * @param quantity in the resource's unit
 */
export const recordUsage = (resource: ResourceName, quantity: number): void => meters.getStore()?.add(resource, quantity);

/** Adds an object's storage to the current invocation. @param key object key */
export const recordStorageUsage = (key: string, bytes: number): void => meters.getStore()?.addStorage(key, bytes);

/** Bills the current invocation to a job or account. Usage for several jobs is split equally. */
export const billTo = (subject: BilledParty): void => meters.getStore()?.addSubject(subject);

export const addSubjectDetails = (subject: BilledParty): void => {
  const meter = meters.getStore();
  if (meter?.subjects.has(subject.job ?? '')) meter.addSubject(subject);
};

/** Sets the ledger row's time, ISO 8601, instead of the invocation's start, so that repeated work is recorded on the same day. */
export const setLedgerTime = (at: string): void => {
  const meter = meters.getStore();
  if (meter) meter.at = at;
};

/** ID of a webhook attempt on the ledger. @param at start of the attempt, ISO 8601 */
export const deliveryAttemptId = (event: string, at: string): string => `${event}#${at}`;

/** Lists a job's webhook attempts (`deliveryAttemptId`) on this invocation's row, so that an audit finds attempts without a row. */
export const recordDeliveryAttempts = (job: string, ...ids: string[]): void => meters.getStore()?.addDeliveryAttempts(job, ids);

export const setStepAttempt = (attempt: StepAttempt): void => {
  const meter = meters.getStore();
  if (meter) meter.attempt = attempt;
};
