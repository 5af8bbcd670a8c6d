import type { DatabaseSync } from 'node:sqlite';

/** Clock changes smaller than this (in ms) are ignored, because they prolong waits only by that much. */
const TOLERANCE = 1_000;

/**
 * Creates a clock for a table that stores times. If the machine's clock is set back, during a run or between two runs, those times are
 * moved back by the same amount. Otherwise, due rows would wait until the clock catches up. A row that was written while the clock was far
 * ahead moves earlier rows back too, which makes them due immediately and makes them appear older. If such a row then fails, and the clock
 * was ahead by more than the retry period (6 hours for an event), its retries may end early.
 * @param columns time columns (Unix time in ms). The first is a row's creation time, which is never in the future
 * @returns a function that returns the current Unix time in ms
 */
export function createClock(database: DatabaseSync, table: string, columns: readonly [string, ...string[]]): () => number {
  const { newest } = database.prepare(`SELECT max(${columns[0]}) AS newest FROM ${table}`).get() as {
    newest: number | null;
  };
  const shift = database.prepare(`UPDATE ${table} SET ${columns.map((name) => `${name} = ${name} - :by`).join(', ')}`);
  let last = newest ?? 0;
  return () => {
    const now = Date.now();
    if (now < last - TOLERANCE) shift.run({ by: last - now });
    last = now < last - TOLERANCE ? now : Math.max(now, last);
    return now;
  };
}
