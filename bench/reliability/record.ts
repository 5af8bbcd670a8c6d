import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Results for one kind of attack in one run. */
export interface Count {
  /** The kind of attack. */
  what: string;
  tried: number;
  /** Attempts that violated a rule. */
  failed: number;
}

/** A recorded run of attacks. */
export interface Run {
  /** Row in the table in docs/measurements.md. */
  section: string;
  /** Day on which it ended, ISO 8601. */
  day: string;
  /** The command that repeats it. */
  command: string;
  counts: readonly Count[];
}

export const RUNS = join(import.meta.dirname, 'runs');

/** Records a run's counts. @param name file name; an earlier run with the same name is replaced */
export function recordRun(name: string, { section, command, counts }: Omit<Run, 'day'>): void {
  mkdirSync(RUNS, { recursive: true });
  const run: Run = { section, day: new Date().toISOString().slice(0, 10), command, counts };
  writeFileSync(join(RUNS, `${name}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
}
