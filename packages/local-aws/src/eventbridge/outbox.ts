import { openDatabase } from '../damage.ts';
import { createClock } from '../set-back.ts';
import type { Event } from './event.ts';

export interface Delivery {
  readonly id: number;
  readonly target: string;
  readonly event: Event;
  readonly attempts: number;
  /** Unix time when the event was accepted, in ms. */
  readonly accepted: number;
}

/** Pending deliveries, on disk. */
export interface Outbox {
  /** Adds all deliveries in one transaction. */
  add(deliveries: readonly { readonly target: string; readonly event: Event }[]): void;
  /** Lists due deliveries, oldest first. */
  listDue(limit: number): Delivery[];
  /** Returns when the first delivery after `now` is due, as Unix time in ms. */
  nextDue(now: number): number | undefined;
  /** Schedules another attempt. @param due Unix time in ms */
  postpone(id: number, due: number): void;
  remove(id: number): void;
  count(): number;
  close(): void;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, event TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL, due INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS by_due ON deliveries (due)`;

export function openOutbox(path: string): Outbox {
  const database = openDatabase(path, SCHEMA);
  const readClock = createClock(database, 'deliveries', ['accepted', 'due']);
  const insert = database.prepare('INSERT INTO deliveries (target, event, accepted, due) VALUES (?, ?, ?, ?)');
  const due = database.prepare('SELECT * FROM deliveries WHERE due <= ? ORDER BY due, id LIMIT ?');
  const next = database.prepare('SELECT min(due) AS due FROM deliveries WHERE due > ?');
  const postpone = database.prepare('UPDATE deliveries SET attempts = attempts + 1, due = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM deliveries WHERE id = ?');
  const count = database.prepare('SELECT count(*) AS n FROM deliveries');
  return {
    add(deliveries) {
      const now = readClock();
      database.exec('BEGIN');
      try {
        for (const { target, event } of deliveries) insert.run(target, JSON.stringify(event), now, now);
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    listDue: (limit) =>
      due.all(readClock(), limit).map((row) => {
        const { id, target, event, attempts, accepted } = row as unknown as Delivery & { event: string };
        return { id, target, event: JSON.parse(event) as Event, attempts, accepted };
      }),
    nextDue: (now) => (next.get(now) as { due: number | null }).due ?? undefined,
    postpone: (id, time) => void postpone.run(time, id),
    remove: (id) => void remove.run(id),
    count: () => (count.get() as { n: number }).n,
    close: () => database.close(),
  };
}
