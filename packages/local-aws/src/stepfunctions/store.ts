import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../damage.ts';
import type { HistoryEvent } from './history.ts';
import type { Position } from './machine.ts';

export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface Execution {
  readonly arn: string;
  readonly machineArn: string;
  readonly name: string;
  readonly status: Status;
  /** JSON, as received. */
  readonly input: string;
  /** Unix time in ms. */
  readonly startDate: number;
  readonly stopDate: number | null;
  /** JSON. */
  readonly output: string | null;
  readonly error: string | null;
  readonly cause: string | null;
}

export type Outcome = Pick<Execution, 'status' | 'stopDate' | 'output' | 'error' | 'cause'>;

/** An execution that was running when the service ended. */
export interface Suspended {
  readonly execution: Execution;
  /** Undefined before the first state. */
  readonly position: Position | undefined;
}

const COLUMNS = 'arn, machineArn, name, status, input, startDate, stopDate, output, error, cause';

/** How long the name of an ended execution cannot be reused, in ms (Step Functions quotas: 90 days). */
const RETENTION = 90 * 86_400_000;

/** Executions on disk, with their positions and events to publish. A change and its event are stored in one transaction. */
export class Store {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = openDatabase(
      path,
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS executions (arn TEXT PRIMARY KEY, machineArn TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
        input TEXT NOT NULL, startDate REAL NOT NULL, stopDate REAL, output TEXT, error TEXT, cause TEXT,
        state TEXT, stateInput TEXT, enteredAt REAL);
      CREATE INDEX IF NOT EXISTS running ON executions (status, machineArn, startDate);
      CREATE TABLE IF NOT EXISTS history (arn TEXT NOT NULL, id INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY (arn, id)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, arn TEXT NOT NULL, execution TEXT NOT NULL);
      DELETE FROM history WHERE arn IN (SELECT arn FROM executions WHERE stopDate < ${Date.now() - RETENTION});
      DELETE FROM executions WHERE stopDate < ${Date.now() - RETENTION};`,
    );
  }

  #transact(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #announce(arn: string): void {
    const insert = this.#database.prepare('INSERT INTO outbox (arn, execution) VALUES (?, ?)');
    insert.run(arn, JSON.stringify(this.find(arn)));
  }

  create({ arn, machineArn, name, status, input, startDate }: Execution): void {
    this.#transact(() => {
      const insert = 'INSERT INTO executions (arn, machineArn, name, status, input, startDate) VALUES (?, ?, ?, ?, ?, ?)';
      this.#database.prepare(insert).run(arn, machineArn, name, status, input, startDate);
      this.#announce(arn);
    });
  }

  enter(arn: string, { state, input, enteredAt }: Position): void {
    const update = 'UPDATE executions SET state = ?, stateInput = ?, enteredAt = ? WHERE arn = ?';
    this.#database.prepare(update).run(state, JSON.stringify(input), enteredAt, arn);
  }

  /** @returns true if it was still running */
  end(arn: string, { status, stopDate, output, error, cause }: Outcome): boolean {
    let ended = false;
    this.#transact(() => {
      const update = `UPDATE executions SET status = ?, stopDate = ?, output = ?, error = ?, cause = ?, state = NULL, stateInput = NULL
        WHERE arn = ? AND status = 'RUNNING'`;
      ended = this.#database.prepare(update).run(status, stopDate, output, error, cause, arn).changes === 1;
      if (ended) this.#announce(arn);
    });
    return ended;
  }

  find(arn: string): Execution | undefined {
    const row = this.#database.prepare(`SELECT ${COLUMNS} FROM executions WHERE arn = ?`).get(arn);
    return row as unknown as Execution | undefined;
  }

  get suspended(): Suspended[] {
    const rows = this.#database.prepare(`SELECT * FROM executions WHERE status = 'RUNNING' ORDER BY startDate`).all();
    return (rows as unknown as (Execution & { state: string | null; stateInput: string; enteredAt: number })[]).map(
      ({ state, stateInput, enteredAt, ...execution }) => ({
        execution,
        position: state === null ? undefined : { state, input: JSON.parse(stateInput), enteredAt },
      }),
    );
  }

  /** The oldest unpublished status event. */
  get nextEvent(): { id: number; execution: Execution } | undefined {
    const row = this.#database.prepare('SELECT id, execution FROM outbox ORDER BY id LIMIT 1').get();
    return row && { id: Number(row.id), execution: JSON.parse(String(row.execution)) };
  }

  removeEvent(id: number): void {
    this.#database.prepare('DELETE FROM outbox WHERE id = ?').run(id);
  }

  /** Appends to an execution's history. @returns the event's ID */
  write(arn: string, event: HistoryEvent): number {
    const insert = `INSERT INTO history (arn, id, event)
      VALUES (?1, (SELECT coalesce(max(id), 0) + 1 FROM history WHERE arn = ?1), ?2) RETURNING id`;
    return Number(this.#database.prepare(insert).get(arn, JSON.stringify(event))?.id);
  }

  /** Reads events with their IDs, which start at 1. */
  readHistory(
    arn: string,
    { limit, offset, newestFirst }: { limit: number; offset: number; newestFirst: boolean },
  ): (HistoryEvent & { id: number })[] {
    const order = newestFirst ? 'DESC' : 'ASC';
    const query = `SELECT id, event FROM history WHERE arn = ? ORDER BY id ${order} LIMIT ? OFFSET ?`;
    const rows = this.#database.prepare(query).all(arn, limit, offset);
    return rows.map(({ id, event }) => ({ id: Number(id), ...(JSON.parse(String(event)) as HistoryEvent) }));
  }

  countHistory(arn: string): number {
    return Number(this.#database.prepare('SELECT count(*) AS events FROM history WHERE arn = ?').get(arn)?.events);
  }

  close(): void {
    this.#database.close();
  }
}
