import { ACCEPTED, type Accepted } from './accepted.ts';
import type { Difference } from './compare.ts';

/** The result of replaying one scenario. */
export interface Result {
  /** Row in the table. */
  readonly service: string;
  readonly scenario: string;
  /** When the responses from AWS were recorded. */
  readonly date: string;
  readonly differences: readonly Difference[];
  /** Why the emulator did not run the scenario, if it rejected a feature by name. */
  readonly refused?: string;
}

const acceptanceOf = ({ service, scenario }: Result, { path }: Difference): Accepted | undefined =>
  ACCEPTED.find((it) => it.service.test(service) && (it.scenario?.test(scenario) ?? true) && it.path.test(path));

/** A result's differences that no reason explains. */
export const newDifferences = (result: Result): Difference[] =>
  result.differences.filter((difference) => !acceptanceOf(result, difference));

/** Lists the accepted differences: each reason with its scenarios and the paths that differ. */
export function listAccepted(results: readonly Result[]): string[] {
  const lines = results.flatMap((result) =>
    result.differences.flatMap((difference) => {
      const accepted = acceptanceOf(result, difference);
      return accepted ? [{ reason: accepted.reason, scenario: result.scenario, path: difference.path.replace(/\b\d+\b/g, 'N') }] : [];
    }),
  );
  return Object.entries(Object.groupBy(lines, ({ reason }) => reason)).flatMap(([reason, all = []]) => [
    reason,
    `    scenarios: ${[...new Set(all.map(({ scenario }) => scenario))].join(', ')}`,
    `    paths: ${[...new Set(all.map(({ path }) => path))].join(', ')}`,
  ]);
}

/**
 * Returns the rows of the table. Each row counts scenarios that are equal, that have only accepted differences, that have new differences,
 * and that were rejected by name.
 */
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
