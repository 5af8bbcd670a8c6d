import { ACCEPTED } from './accepted.ts';
import type { Difference } from './compare.ts';

/** One scenario's replay. */
export interface Result {
  /** Row of the table. */
  readonly service: string;
  readonly scenario: string;
  /** When AWS answered. */
  readonly date: string;
  readonly differences: readonly Difference[];
  /** Why the emulator rejected it by name, instead of running it. */
  readonly refused?: string;
}

const isAccepted = ({ service, scenario }: Result, { path }: Difference): boolean =>
  ACCEPTED.some((it) => it.service.test(service) && (it.scenario?.test(scenario) ?? true) && it.path.test(path));

/** A result's differences that no reason explains. */
export const newDifferences = (result: Result): Difference[] => result.differences.filter((difference) => !isAccepted(result, difference));

/** Rows of the table: scenarios, equal, with accepted differences only, with new differences; and those rejected by name. */
export function tabulate(results: readonly Result[]) {
  const rows = [...new Set(results.map(({ service }) => service))].map((service) => {
    const all = results.filter((result) => result.service === service);
    const run = all.filter(({ refused }) => refused === undefined);
    const fresh = run.filter((result) => newDifferences(result).length > 0).length;
    const equal = run.filter(({ differences }) => differences.length === 0).length;
    return { service, scenarios: run.length, equal, accepted: run.length - equal - fresh, new: fresh, rejected: all.length - run.length };
  });
  const sum = (field: 'scenarios' | 'equal' | 'accepted' | 'new' | 'rejected') => rows.reduce((total, row) => total + row[field], 0);
  return [
    ...rows,
    {
      service: 'all',
      scenarios: sum('scenarios'),
      equal: sum('equal'),
      accepted: sum('accepted'),
      new: sum('new'),
      rejected: sum('rejected'),
    },
  ];
}
