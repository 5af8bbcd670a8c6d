import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one kind of attack came to in one run. */
export interface Count {
  /** What was tried. */
  what: string;
  tried: number;
  /** Tries that did what they must not. */
  fell: number;
}

/** A run of attacks, as its file keeps it. */
export interface Run {
  /** Row of the table in docs/measurements.md. */
  section: string;
  /** When it ended: a day, ISO 8601. */
  day: string;
  /** The command that repeats it. */
  command: string;
  counts: readonly Count[];
}

export const RUNS = join(import.meta.dirname, 'runs');

/** Keeps the counts of a run. @param name of its file: a run of the same name is replaced */
export function recordRun(name: string, { section, command, counts }: Omit<Run, 'day'>): void {
  mkdirSync(RUNS, { recursive: true });
  const run: Run = { section, day: new Date().toISOString().slice(0, 10), command, counts };
  writeFileSync(join(RUNS, `${name}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
}
