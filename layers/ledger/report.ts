import type { LedgerRow, Subject } from './row.ts';
import { totalOf } from './row.ts';

/** What costs can be grouped by. */
export const GROUPINGS = ['account', 'actor', 'output', 'language', 'step', 'resource', 'day', 'job'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** One line of a report. */
export interface Group {
  key: string;
  /** Pico-dollars. */
  amount: bigint;
  /** How many jobs and invocations it is made of. */
  jobs: number;
  invocations: number;
  /** How much of `amount` is estimated, pico-dollars. */
  estimated: bigint;
}

/** The key of what belongs to nobody: a listing has no job, an animation shows no actor. */
export const NONE = '-';

/**
 * Sums a ledger by one of its dimensions, dearest first. The sums of every grouping are the same to the pico-dollar.
 *
 * A row that does not know whom it was for takes that from another row of the same job.
 */
export function groupRows(rows: readonly LedgerRow[], by: Grouping): Group[] {
  const subjects = subjectsByJob(rows);
  const groups = new Map<string, Group & { ids: Set<string> }>();
  const add = (key: string, amount: bigint, row: LedgerRow): void => {
    const group = groups.get(key) ?? {
      key,
      amount: 0n,
      jobs: 0,
      invocations: 0,
      estimated: 0n,
      ids: new Set<string>(),
    };
    group.amount += amount;
    group.invocations += 1;
    if (row.estimated) group.estimated += amount;
    if (row.job) group.ids.add(row.job);
    groups.set(key, group);
  };
  for (const row of rows) {
    if (by === 'resource') for (const { resource, amount } of row.charges) add(resource, BigInt(amount), row);
    else add(keyOf(row, subjects.get(row.job ?? '') ?? row, by), totalOf(row), row);
  }
  return [...groups.values()]
    .map(({ ids, ...group }) => ({ ...group, jobs: ids.size }))
    .sort((a, b) => (a.amount === b.amount ? (a.key < b.key ? -1 : 1) : a.amount > b.amount ? -1 : 1));
}

function keyOf(row: LedgerRow, subject: Subject, by: Exclude<Grouping, 'resource'>): string {
  if (by === 'day') return row.at.slice(0, 10);
  if (by === 'step') return row.step;
  return (by === 'job' ? row.job : (row[by] ?? subject[by])) ?? NONE;
}

/** All that the rows of a job know together. */
function subjectsByJob(rows: readonly LedgerRow[]): Map<string, Subject> {
  const subjects = new Map<string, Subject>();
  for (const { job, account, output, actor, language } of rows) {
    if (!job) continue;
    const known = Object.entries({ account, output, actor, language }).filter(([, value]) => value !== undefined);
    subjects.set(job, { ...subjects.get(job), ...Object.fromEntries(known) });
  }
  return subjects;
}
