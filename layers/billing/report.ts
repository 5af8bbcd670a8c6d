import type { UsageSubject } from '../aws/usage/subject.ts';
import type { LedgerRow } from './row.ts';
import { EXECUTION, totalOf } from './row.ts';

/** What costs can be grouped by. */
export const GROUPINGS = ['account', 'actor', 'output', 'language', 'step', 'resource', 'day', 'job'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** One line of a report. */
export interface Group {
  key: string;
  /** Pico-dollars. */
  amount: bigint;
  /** How many jobs it is made of; by day those that were executed on it, so that one over midnight is counted once. */
  jobs: number;
  invocations: number;
  /** How much of `amount` is estimated, pico-dollars. */
  estimated: bigint;
  /** Seconds of the results of its jobs, each where the row of its execution is: by day, and not where only later rows are. */
  seconds: number;
}

/** The key of rows without the dimension: a listing has no job, an animation shows no actor. */
export const NONE = '-';

/** The step that accepts a job. */
const ACCEPTANCE = 'generate';

/** A report under way: it takes rows one after the other and keeps sums, not the rows. */
export interface Report {
  add(row: LedgerRow): void;
  /** The groups, dearest first. */
  groups(): Group[];
  /** All that the rows of a job know together. */
  subjectOf(job: string): UsageSubject;
}

/** The day that a job is counted on: of its execution, else of its acceptance. What its rows cost is on their own days. */
interface Day {
  day: string;
  executed: boolean;
}

type Sums = Pick<Group, 'amount' | 'invocations' | 'estimated'>;

/**
 * Aggregates ledger rows by one dimension. The sums of every grouping are the same to the pico-dollar.
 *
 * A row that does not know whom it was for takes that from another row of the same job.
 */
export function createReport(by: Grouping): Report {
  const subjects = new Map<string, UsageSubject>();
  const seconds = new Map<string | undefined, number>();
  const days = new Map<string | undefined, Day>();
  // By key and job; a key that a row does not know is undefined until all rows are in.
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
      else add(keyOf(row, by), totalOf(row), row);
    },
    groups: () => groupsOf(sums, by, subjects, { seconds, days }),
    subjectOf: (job) => subjects.get(job) ?? {},
  };
}

/** Aggregates rows that are in memory. See `createReport`. */
export function groupRows(rows: Iterable<LedgerRow>, by: Grouping): Group[] {
  const report = createReport(by);
  for (const row of rows) report.add(row);
  return report.groups();
}

/** Pico-dollars for a minute of result; undefined where nothing has come of it. */
export const perMinute = ({ amount, seconds }: Pick<Group, 'amount' | 'seconds'>): bigint | undefined =>
  seconds > 0 ? (amount * 60_000_000n) / BigInt(Math.round(seconds * 1_000_000)) : undefined;

function groupsOf(
  sums: ReadonlyMap<string | undefined, ReadonlyMap<string | undefined, Sums>>,
  by: Grouping,
  subjects: ReadonlyMap<string, UsageSubject>,
  { seconds, days }: { seconds: ReadonlyMap<string | undefined, number>; days: ReadonlyMap<string | undefined, Day> },
): Group[] {
  const belongs = (job: string | undefined, key: string) => by !== 'day' || days.get(job)?.day === key;
  const known = new Map<string, Map<string | undefined, Sums>>();
  for (const [key, jobs] of sums) {
    for (const [job, sum] of jobs) {
      const whole = key ?? keyOf({ ...(job && subjects.get(job)) }, by) ?? NONE;
      const group = known.get(whole) ?? new Map<string | undefined, Sums>();
      known.set(whole, group.set(job, plus(group.get(job), sum)));
    }
  }
  const countJobs = (jobs: readonly (string | undefined)[]) => ({
    jobs: jobs.length,
    seconds: jobs.reduce((sum, job) => sum + (seconds.get(job) ?? 0), 0),
  });
  const groups = [...known].map(([key, jobs]) => ({
    key,
    ...[...jobs.values()].reduce((sum, part) => plus(sum, part)),
    ...countJobs([...jobs.keys()].filter((job) => job !== undefined && belongs(job, key))),
  }));
  return groups.sort((a, b) => (a.amount === b.amount ? (a.key < b.key ? -1 : 1) : a.amount > b.amount ? -1 : 1));
}

const plus = (one: Sums | undefined, other: Sums): Sums => ({
  amount: (one?.amount ?? 0n) + other.amount,
  invocations: (one?.invocations ?? 0) + other.invocations,
  estimated: (one?.estimated ?? 0n) + other.estimated,
});

function keyOf(row: UsageSubject & Partial<LedgerRow>, by: Grouping): string | undefined {
  if (by === 'resource') return undefined;
  if (by === 'day') return row.at?.slice(0, 10);
  return row[by];
}

function merge(known: UsageSubject = {}, { account, output, actor, language, result }: LedgerRow): UsageSubject {
  const defined = Object.entries({ account, output, actor, language, result }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...known, ...Object.fromEntries(defined) };
}
