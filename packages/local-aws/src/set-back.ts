import type { DatabaseSync } from 'node:sqlite';

/** A clock that is set back by less is no matter: what waits, waits for so long at most, ms. */
const TOLERANCE = 1_000;

/**
 * The clock of a table with times in it. When the machine's clock is set back, while the service runs or between two runs, the times in the
 * table go back by as much: what was due would wait until the old time comes again.
 *
 * A row that came under a clock far ahead takes rows that came before it back too: they are due at once, and seem older by as much. One
 * that fails then may be given up early, where the clock was ahead for longer than its retries last (an event: 6 hours).
 * @param columns columns with times, Unix ms; the first is when a row came, which is never in the future
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
