import { AsyncLocalStorage } from 'node:async_hooks';
import type { StepAttempt } from './attempt.ts';
import { GB, type ResourceName, SECONDS_PER_MONTH } from './resources.ts';
import type { UsageSubject } from './subject.ts';

/** Days that objects are kept which do not stay for as long as their job: uploads, and segments until the film is stitched. */
const SHORT_LIFETIMES = [
  { folder: /^uploads\//, days: 1 },
  { folder: /\/segments\//, days: 1 / 24 },
] as const;

/** What one invocation uses, and for whom, as it runs. */
export class Meter {
  readonly usage = new Map<ResourceName, number>();
  /** By job; the key '' stands for a request that is not about a job. */
  readonly subjects = new Map<string, UsageSubject>();
  /** Attempts to tell clients, by job; see `deliveryAttemptId`. */
  readonly deliveries = new Map<string, string[]>();
  /** The attempt of the state machine that the invocation works for. */
  attempt: StepAttempt | undefined;
  /** See `date`. */
  at: string | undefined;
  readonly #retentionDays: number;

  /** @param retentionDays days that a job's objects are kept */
  constructor(retentionDays: number) {
    this.#retentionDays = retentionDays;
  }

  add(resource: ResourceName, quantity: number): void {
    this.usage.set(resource, (this.usage.get(resource) ?? 0) + quantity);
  }

  /** Counts what it costs to keep an object for as long as it will be kept. */
  addStorage(key: string, bytes: number): void {
    const days = SHORT_LIFETIMES.find(({ folder }) => folder.test(key))?.days ?? this.#retentionDays;
    this.add('s3.storage', (bytes / GB) * ((days * 86_400) / SECONDS_PER_MONTH));
  }

  addDeliveryAttempts(job: string, ids: readonly string[]): void {
    this.deliveries.set(job, [...(this.deliveries.get(job) ?? []), ...ids]);
  }

  addSubject(subject: UsageSubject): void {
    const key = subject.job ?? '';
    this.subjects.set(key, { ...this.subjects.get(key), ...subject });
  }
}

const meters = new AsyncLocalStorage<Meter>();

/** Runs an invocation with its meter. */
export const withMeter = <T>(meter: Meter, run: () => T): T => meters.run(meter, run);

/** Adds usage to the running invocation. Outside of one, as in the operator's command line, it does nothing. @param quantity in the resource's unit */
export const recordUsage = (resource: ResourceName, quantity: number): void =>
  meters.getStore()?.add(resource, quantity);

/** Adds the keeping of an object to the invocation that is running. @param key where it lies in the bucket */
export const recordStorage = (key: string, bytes: number): void => meters.getStore()?.addStorage(key, bytes);

/** Attributes the running invocation to a job or account. The usage of an invocation for several jobs is divided equally. */
export const attributeUsage = (subject: UsageSubject): void => meters.getStore()?.addSubject(subject);

/** Adds details of a job that the running invocation is already attributed to. */
export const addSubjectDetails = (subject: UsageSubject): void => {
  const meter = meters.getStore();
  if (meter?.subjects.has(subject.job ?? '')) meter.addSubject(subject);
};

/**
 * Sets the time under which the running invocation is recorded, ISO 8601, where that is not its start. An invocation that repeats
 * the same work later is then recorded on the same day.
 */
export const setUsageDate = (at: string): void => {
  const meter = meters.getStore();
  if (meter) meter.at = at;
};

/** How the ledger calls an attempt to tell a client. @param at when it began, ISO 8601 */
export const deliveryAttemptId = (event: string, at: string): string => `${event}#${at}`;

/**
 * Records the webhook attempts that the running invocation made for a job; without ids, that it made none. The ledger row lists
 * them, so that an audit knows which attempts have a row.
 *
 * @param ids see `deliveryAttemptId`
 */
export const recordDeliveryAttempts = (job: string, ...ids: string[]): void =>
  meters.getStore()?.addDeliveryAttempts(job, ids);

/** Sets the attempt of the state machine that the running invocation is. */
export const setStepAttempt = (attempt: StepAttempt): void => {
  const meter = meters.getStore();
  if (meter) meter.attempt = attempt;
};
