import type { BilledParty } from '#aws/usage';
import { EXECUTION, type LedgerRow, rowTotal } from './row.ts';

/** Dimensions to group costs by. */
export const GROUPINGS = ['account', 'actor', 'output', 'language', 'step', 'resource', 'day', 'month', 'job'] as const;
/** A dimension, or a metadata key of jobs, such as `metadata.project`. */
export type Grouping = (typeof GROUPINGS)[number] | `metadata.${string}`;

/** A group in a report. */
export interface Group {
  /** The `keys`, joined with commas. */
  key: string;
  /** One key per dimension. */
  keys: string[];
  /** Pico-dollars. */
  amount: bigint;
  /** Number of jobs. When grouping by day or month, a job counts in the period in which it ran. */
  jobs: number;
  invocations: number;
  /** Estimated part of `amount`, in pico-dollars. */
  estimated: bigint;
  /** Total duration of the results of its jobs, in s. Counts in the same period as `jobs`. */
  seconds: number;
}

const METADATA = 'metadata.';

/** True if the dimension is a metadata key. */
const isOfMetadata = (by: string): by is `metadata.${string}` => by.startsWith(METADATA);

/** Key for rows that have no value in the dimension. */
export const NO_KEY = '-';

/** The step that accepts a job. */
const ACCEPTANCE = 'generate';

export interface Report {
  add(row: LedgerRow): void;
  /** Returns the groups, most expensive first. */
  groups(): Group[];
  /** Returns the attributes of a job, combined from all of its rows. */
  subjectOf(job: string): BilledParty;
}

/** The day on which a job counts: when it ran or, if it never ran, when it was accepted. */
interface Day {
  day: string;
  executed: boolean;
}

type Sums = Pick<Group, 'amount' | 'invocations' | 'estimated'>;

/**
 * Creates a report that aggregates ledger rows by one or more dimensions. Missing values are filled in from other rows of the same job.
 *
 * @example
 * ```ts
 * const report = createReport('account');
 * for await (const row of readRows(table, '2026-11-01', '2026-11-30')) report.add(row);
 * report.groups(); // [{ key: 'acme', amount: 1250000000n, … }]
 * ```
 */
export function createReport(given: Grouping | readonly Grouping[]): Report {
  const by = [given].flat() as readonly Grouping[];
  const subjects = new Map<string, BilledParty>();
  const seconds = new Map<string | undefined, number>();
  const days = new Map<string | undefined, Day>();
  // By keys (as JSON) and job. An unknown key is null until all rows have been added.
  const sums = new Map<string, Map<string | undefined, Sums>>();
  const add = (row: LedgerRow, amount: bigint, resource?: string): void => {
    const { job, estimated } = row;
    const key = JSON.stringify(by.map((name) => (name === 'resource' ? resource : keyOf(row, name)) ?? null));
    const jobs = sums.get(key) ?? new Map<string | undefined, Sums>();
    sums.set(key, jobs);
    jobs.set(job, plus(jobs.get(job), { amount, invocations: 1, estimated: estimated ? amount : 0n }));
  };
  return {
    add(row) {
      if (row.job) subjects.set(row.job, merge(subjects.get(row.job), row));
      if (row.step === EXECUTION && row.result) seconds.set(row.job, row.result.seconds);
      if (row.step === EXECUTION || (row.step === ACCEPTANCE && !days.get(row.job)?.executed))
        days.set(row.job, { day: row.at.slice(0, 10), executed: row.step === EXECUTION });
      if (by.includes('resource')) for (const { resource, amount } of row.charges) add(row, BigInt(amount), resource);
      else add(row, rowTotal(row));
    },
    groups: () => groupsOf(sums, by, subjects, { seconds, days }),
    subjectOf: (job) => subjects.get(job) ?? {},
  };
}

/** Like `createReport`, for rows in memory. */
export function groupRows(rows: Iterable<LedgerRow>, by: Grouping | readonly Grouping[]): Group[] {
  const report = createReport(by);
  for (const row of rows) report.add(row);
  return report.groups();
}

/** Returns pico-dollars per minute of the result; undefined without a result. */
export const perMinute = ({ amount, seconds }: Pick<Group, 'amount' | 'seconds'>): bigint | undefined =>
  seconds > 0 ? (amount * 60_000_000n) / BigInt(Math.round(seconds * 1_000_000)) : undefined;

function groupsOf(
  sums: ReadonlyMap<string, ReadonlyMap<string | undefined, Sums>>,
  by: readonly Grouping[],
  subjects: ReadonlyMap<string, BilledParty>,
  { seconds, days }: { seconds: ReadonlyMap<string | undefined, number>; days: ReadonlyMap<string | undefined, Day> },
): Group[] {
  const isCountedOn = (job: string | undefined, keys: readonly string[]) =>
    by.every((name, index) => (name !== 'day' && name !== 'month') || days.get(job)?.day.slice(0, keys[index]!.length) === keys[index]);
  const known = new Map<string, Map<string | undefined, Sums>>();
  for (const [key, jobs] of sums) {
    for (const [job, sum] of jobs) {
      const given = JSON.parse(key) as (string | null)[];
      const subject = { ...(job && subjects.get(job)) };
      const groupKey = JSON.stringify(given.map((own, index) => own ?? keyOf(subject, by[index]!) ?? NO_KEY));
      const group = known.get(groupKey) ?? new Map<string | undefined, Sums>();
      known.set(groupKey, group.set(job, plus(group.get(job), sum)));
    }
  }
  const countJobs = (jobs: readonly (string | undefined)[]) => ({
    jobs: jobs.length,
    seconds: jobs.reduce((sum, job) => sum + (seconds.get(job) ?? 0), 0),
  });
  const groups = [...known].map(([key, jobs]) => {
    const keys = JSON.parse(key) as string[];
    return {
      key: keys.join(','),
      keys,
      ...[...jobs.values()].reduce((sum, part) => plus(sum, part)),
      ...countJobs([...jobs.keys()].filter((job) => job !== undefined && isCountedOn(job, keys))),
    };
  });
  return groups.sort((a, b) => (a.amount === b.amount ? (a.key < b.key ? -1 : 1) : a.amount > b.amount ? -1 : 1));
}

const plus = (one: Sums | undefined, other: Sums): Sums => ({
  amount: (one?.amount ?? 0n) + other.amount,
  invocations: (one?.invocations ?? 0) + other.invocations,
  estimated: (one?.estimated ?? 0n) + other.estimated,
});

function keyOf(row: BilledParty & Partial<LedgerRow>, by: Grouping): string | undefined {
  if (by === 'resource') return undefined;
  if (by === 'day') return row.at?.slice(0, 10);
  if (by === 'month') return row.at?.slice(0, 7);
  if (isOfMetadata(by)) return row.metadata?.[by.slice(METADATA.length)];
  return row[by];
}

function merge(known: BilledParty = {}, { account, output, actor, language, metadata, result }: LedgerRow): BilledParty {
  const defined = Object.entries({ account, output, actor, language, metadata, result }).filter(([, value]) => value !== undefined);
  return { ...known, ...Object.fromEntries(defined) };
}
