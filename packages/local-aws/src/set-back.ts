import type { DatabaseSync } from 'node:sqlite';

/** Smaller set-backs are ignored, ms: they prolong waits by no more than that. */
const TOLERANCE = 1_000;

/**
 * Clock of a table with times. When the machine's clock is set back, during a run or between two, the table's times go back by as much;
 * otherwise due rows would wait until the old time comes again. A row written under a clock far ahead takes earlier rows back too: they are
 * due immediately and seem older by as much. If one fails then, it may be given up early when the clock was ahead for longer than its
 * retries last (an event: 6 hours).
 * @param columns time columns, Unix ms; the first is a row's creation, which is never in the future
 * @returns the time now, Unix ms
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
