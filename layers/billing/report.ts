import type { BilledParty } from '../aws/usage/subject.ts';
import type { LedgerRow } from './row.ts';
import { EXECUTION, rowTotal } from './row.ts';

/** Dimensions to group costs by. */
export const GROUPINGS = ['account', 'actor', 'output', 'language', 'step', 'resource', 'day', 'job'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A group of a report. */
export interface Group {
  key: string;
  /** Pico-dollars. */
  amount: bigint;
  /** Number of jobs. Grouped by day, a job counts on the day of its execution only. */
  jobs: number;
  invocations: number;
  /** Estimated part of `amount`, pico-dollars. */
  estimated: bigint;
  /** Duration of the results of its jobs, s. Grouped by day, as `jobs`. */
  seconds: number;
}

/** Key of rows without a value for the dimension. */
export const NO_KEY = '-';

/** The step that accepts a job. */
const ACCEPTANCE = 'generate';

/** Aggregates rows one by one, without keeping them. */
export interface Report {
  add(row: LedgerRow): void;
  /** The groups, most expensive first. */
  groups(): Group[];
  /** The attributes of a job, from all its rows. */
  subjectOf(job: string): BilledParty;
}

/** The day on which a job is counted: that of its execution, else of its acceptance. */
interface Day {
  day: string;
  executed: boolean;
}

type Sums = Pick<Group, 'amount' | 'invocations' | 'estimated'>;

/**
 * Creates a report that aggregates ledger rows by one dimension. A missing value is taken from another row of the same job.
 *
 * @example
 * ```ts
 * const report = createReport('account');
 * for await (const row of readRows(table, '2026-11-01', '2026-11-30')) report.add(row);
 * report.groups(); // [{ key: 'acme', amount: 1250000000n, … }]
 * ```
 */
export function createReport(by: Grouping): Report {
  const subjects = new Map<string, BilledParty>();
  const seconds = new Map<string | undefined, number>();
  const days = new Map<string | undefined, Day>();
  // By key and job; an unknown key is undefined until all rows are added.
  const sums = new Map<string | undefined, Map<string | undefined, Sums>>();
  const add = (key: string | undefined, amount: bigint, { job, estimated }: LedgerRow): void => {
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
      if (by === 'resource') for (const { resource, amount } of row.charges) add(resource, BigInt(amount), row);
      else add(keyOf(row, by), rowTotal(row), row);
    },
    groups: () => groupsOf(sums, by, subjects, { seconds, days }),
    subjectOf: (job) => subjects.get(job) ?? {},
  };
}

/** Aggregates rows in memory. See `createReport`. */
export function groupRows(rows: Iterable<LedgerRow>, by: Grouping): Group[] {
  const report = createReport(by);
  for (const row of rows) report.add(row);
  return report.groups();
}

/** Pico-dollars per minute of result. @returns undefined without a result */
export const perMinute = ({ amount, seconds }: Pick<Group, 'amount' | 'seconds'>): bigint | undefined =>
  seconds > 0 ? (amount * 60_000_000n) / BigInt(Math.round(seconds * 1_000_000)) : undefined;

function groupsOf(
  sums: ReadonlyMap<string | undefined, ReadonlyMap<string | undefined, Sums>>,
  by: Grouping,
  subjects: ReadonlyMap<string, BilledParty>,
  { seconds, days }: { seconds: ReadonlyMap<string | undefined, number>; days: ReadonlyMap<string | undefined, Day> },
): Group[] {
  const isCountedOn = (job: string | undefined, key: string) => by !== 'day' || days.get(job)?.day === key;
  const known = new Map<string, Map<string | undefined, Sums>>();
  for (const [key, jobs] of sums) {
    for (const [job, sum] of jobs) {
      const groupKey = key ?? keyOf({ ...(job && subjects.get(job)) }, by) ?? NO_KEY;
      const group = known.get(groupKey) ?? new Map<string | undefined, Sums>();
      known.set(groupKey, group.set(job, plus(group.get(job), sum)));
    }
  }
  const countJobs = (jobs: readonly (string | undefined)[]) => ({
    jobs: jobs.length,
    seconds: jobs.reduce((sum, job) => sum + (seconds.get(job) ?? 0), 0),
  });
  const groups = [...known].map(([key, jobs]) => ({
    key,
    ...[...jobs.values()].reduce((sum, part) => plus(sum, part)),
    ...countJobs([...jobs.keys()].filter((job) => job !== undefined && isCountedOn(job, key))),
  }));
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
  return row[by];
}

function merge(known: BilledParty = {}, { account, output, actor, language, result }: LedgerRow): BilledParty {
  const defined = Object.entries({ account, output, actor, language, result }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...known, ...Object.fromEntries(defined) };
}
