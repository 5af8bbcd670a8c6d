import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../damage.ts';
import { createClock } from '../set-back.ts';

export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64. */
  readonly BinaryValue?: string;
}

export interface NewMessage {
  readonly body: string;
  readonly attributes?: Readonly<Record<string, MessageAttribute>>;
  readonly group?: string;
  /** X-Ray trace header of the sender. */
  readonly trace?: string;
  /** How long the message stays hidden, in seconds; defaults to the queue's delay. */
  readonly delay?: number;
}

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly md5: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly group?: string;
  readonly trace?: string;
  /** Receipt handle; a later receive invalidates it. */
  readonly receipt: string;
  /** Unix time in ms. */
  readonly sent: number;
  readonly firstReceived: number;
  readonly receives: number;
  /** Queue that moved the message to this dead-letter queue. */
  readonly source?: string;
}

export interface QueueDefinition {
  readonly name: string;
  /** In seconds. */
  readonly visibilityTimeout: number;
  readonly delay: number;
  readonly retention: number;
  readonly receiveWait: number;
  readonly maxMessageBytes: number;
  readonly redrive?: { readonly target: string; readonly maxReceives: number };
}

export interface Counts {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

/** Messages of all queues in one SQLite file. Every change is one statement, so killing the process never leaves a partial change. */
export interface MessageStore {
  send(queue: QueueDefinition, message: NewMessage): { id: string; md5: string };
  /** Moves messages that were received too often to the dead-letter queue. @returns the number of messages */
  moveToDeadLetterQueue(queue: QueueDefinition): number;
  /** Receives visible messages. @param visibility visibility timeout, in seconds */
  take(queue: QueueDefinition, limit: number, visibility: number): Message[];
  /** @returns true if the receipt was the latest one for the message */
  remove(queue: QueueDefinition, receipt: string): boolean;
  /**
   * @returns true if the receipt is the latest one for the message, even if its visibility timeout is over (observed on AWS on 30 April
   *   2024)
   */
  changeVisibility(queue: QueueDefinition, receipt: string, seconds: number): boolean;
  /** Returns when the next message becomes visible, as Unix time in ms. */
  nextVisible(queue: QueueDefinition): number | undefined;
  count(queue: QueueDefinition): Counts;
  purge(queue: QueueDefinition): void;
  /** Deletes messages past their retention period. */
  expire(queue: QueueDefinition): void;
  close(): void;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, attributes TEXT NOT NULL, grp TEXT,
    sent INTEGER NOT NULL, visible INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0,
    first_received INTEGER, receipt TEXT UNIQUE, source TEXT
  );
  CREATE INDEX IF NOT EXISTS by_visibility ON messages (queue, visible)`;

/**
 * Selects messages in fair order (SQS Developer Guide, "Fair queues"). A message is ranked by how many messages of its group are in flight
 * or ahead of it, so a group that floods the queue only delays itself. Each message without a group counts as a separate group.
 */
const SELECT_FAIR = `
  WITH busy AS (
    SELECT grp, count(*) AS n FROM messages WHERE queue = :queue AND visible > :now AND receipt IS NOT NULL GROUP BY grp
  ), ready AS (
    SELECT sequence, grp, row_number() OVER (PARTITION BY coalesce(grp, id) ORDER BY sequence) AS place
    FROM messages WHERE queue = :queue AND visible <= :now AND sent > :oldest
  )
  SELECT ready.sequence FROM ready LEFT JOIN busy ON busy.grp = ready.grp
  ORDER BY ready.place + coalesce(busy.n, 0), ready.sequence LIMIT :limit`;

interface Row {
  readonly id: string;
  readonly body: string;
  readonly attributes: string;
  readonly grp: string | null;
  readonly trace: string | null;
  readonly receipt: string;
  readonly sent: number;
  readonly first_received: number;
  readonly receives: number;
  readonly source: string | null;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function toMessage(row: Row): Message {
  return {
    id: row.id,
    body: row.body,
    md5: md5(row.body),
    attributes: JSON.parse(row.attributes),
    receipt: row.receipt,
    sent: row.sent,
    firstReceived: row.first_received,
    receives: row.receives,
    ...(row.grp !== null && { group: row.grp }),
    ...(row.trace !== null && { trace: row.trace }),
    ...(row.source !== null && { source: row.source }),
  };
}

/** Opens the message table, adding the column that is missing in older files. */
function openTable(path: string): DatabaseSync {
  const database = openDatabase(path, SCHEMA);
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('messages');
  if (!columns.some(({ name }) => name === 'trace')) database.exec('ALTER TABLE messages ADD COLUMN trace TEXT');
  return database;
}

export function openMessages(path: string): MessageStore {
  const database = openTable(path);
  const readClock = createClock(database, 'messages', ['sent', 'visible', 'first_received']);
  const insert = database.prepare(
    'INSERT INTO messages (queue, id, body, attributes, grp, trace, sent, visible) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare(SELECT_FAIR);
  const giveUp = database.prepare(
    'UPDATE messages SET queue = :target, source = :queue, receipt = NULL, visible = :now WHERE queue = :queue AND visible <= :now AND receives >= :maxReceives',
  );
  const take = database.prepare(
    'UPDATE messages SET receives = receives + 1, first_received = coalesce(first_received, :now), receipt = :receipt, visible = :until WHERE sequence = :sequence RETURNING *',
  );
  const remove = database.prepare('DELETE FROM messages WHERE queue = ? AND receipt = ?');
  const hide = database.prepare('UPDATE messages SET visible = ? WHERE queue = ? AND receipt = ?');
  const next = database.prepare('SELECT min(visible) AS time FROM messages WHERE queue = ?');
  const count = database.prepare(
    `SELECT count(*) FILTER (WHERE visible <= :now) AS visible, count(*) FILTER (WHERE visible > :now AND receipt IS NOT NULL) AS inFlight,
     count(*) FILTER (WHERE visible > :now AND receipt IS NULL) AS delayed FROM messages WHERE queue = :queue`,
  );
  const purge = database.prepare('DELETE FROM messages WHERE queue = ?');
  const expire = database.prepare('DELETE FROM messages WHERE queue = ? AND sent <= ?');
  const oldestOf = (queue: QueueDefinition, now: number): number => now - queue.retention * 1000;

  return {
    send(queue, { body, attributes = {}, group, trace, delay = queue.delay }) {
      const now = readClock();
      const id = randomUUID();
      insert.run(queue.name, id, body, JSON.stringify(attributes), group ?? null, trace ?? null, now, now + delay * 1000);
      return { id, md5: md5(body) };
    },
    moveToDeadLetterQueue({ name, redrive }) {
      if (!redrive) return 0;
      const { target, maxReceives } = redrive;
      return Number(giveUp.run({ target, queue: name, now: readClock(), maxReceives }).changes);
    },
    take(queue, limit, visibility) {
      const now = readClock();
      const rows = select.all({ queue: queue.name, now, oldest: oldestOf(queue, now), limit });
      return rows.map((row) => {
        const { sequence } = row as { sequence: number };
        const until = now + visibility * 1000;
        return toMessage(take.get({ now, receipt: randomUUID(), until, sequence }) as unknown as Row);
      });
    },
    remove: (queue, receipt) => remove.run(queue.name, receipt).changes === 1,
    changeVisibility(queue, receipt, seconds) {
      return hide.run(readClock() + seconds * 1000, queue.name, receipt).changes === 1;
    },
    nextVisible: (queue) => (next.get(queue.name) as { time: number | null }).time ?? undefined,
    count: (queue) => ({ ...(count.get({ now: readClock(), queue: queue.name }) as unknown as Counts) }),
    purge: (queue) => void purge.run(queue.name),
    expire: (queue) => void expire.run(queue.name, oldestOf(queue, readClock())),
    close: () => database.close(),
  };
}
