import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Results for one kind of attack in a run. */
export interface Count {
  /** The kind of attack. */
  what: string;
  tried: number;
  /** Number of attempts that violated a rule. */
  failed: number;
}

/** A recorded run of attacks. */
export interface Run {
  /** Its row in the table in docs/measurements.md. */
  section: string;
  /** The day on which it ended, as ISO 8601. */
  day: string;
  /** The command that repeats it. */
  command: string;
  counts: readonly Count[];
}

export const RUNS = join(import.meta.dirname, 'runs');

/** Records the counts from a run. @param name file name; replaces any earlier run with the same name */
export function recordRun(name: string, { section, command, counts }: Omit<Run, 'day'>): void {
  mkdirSync(RUNS, { recursive: true });
  const run: Run = { section, day: new Date().toISOString().slice(0, 10), command, counts };
  writeFileSync(join(RUNS, `${name}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
}
