import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../damage.ts';
import { ServiceError } from '../gateway/index.ts';
import { createClock } from '../set-back.ts';
import type { Answer, FunctionDefinition } from './definition.ts';

/**
 * How Lambda handles failed and throttled events: the number of retries and, in seconds, the delay before each retry, the first and the
 * maximum delay after a throttled attempt, and the maximum age (Lambda developer guide, "How Lambda handles errors and retries with
 * asynchronous invocation").
 */
const RETRIES = 2;
const RETRY_DELAYS = [60, 120] as const;
const THROTTLE_DELAY = { first: 1, longest: 300 } as const;
const MAX_EVENT_AGE = 21_600;

/** Delay after an internal error in the local service, in ms. */
const FAULT_DELAY = 1_000;

export interface AsyncEventsOptions {
  readonly path: string;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  readonly invoke: (functionName: string, payload: string) => Promise<Answer>;
  /** Sends a message to the queue with this ARN. */
  readonly send: (arn: string, body: string, attributes: Readonly<Record<string, string>>) => Promise<void>;
  /** All delays are divided by this factor. */
  readonly timeScale?: number;
  readonly onFault: (error: unknown) => void;
}

interface Row {
  readonly id: number;
  readonly function: string;
  readonly payload: string;
  /** Number of failures so far. */
  readonly attempts: number;
  /** Number of times the event was throttled since the last failure. */
  readonly throttles: number;
  /** When it was accepted and when it is next due, as Unix times in ms. */
  readonly accepted: number;
  readonly due: number;
}

/** The reason why an event is discarded (Lambda developer guide, "Capturing records of Lambda asynchronous invocations"). */
interface FinalFailure {
  readonly requestId: string;
  readonly condition: 'RetriesExhausted' | 'EventAgeExceeded';
  /** HTTP status and message of the last attempt. */
  readonly status: number;
  readonly message: string;
  /** The function's response as JSON, if it ran. */
  readonly payload?: string;
}

const failedWith = (answer: Answer, isOld: boolean): FinalFailure => ({
  requestId: answer.requestId,
  condition: isOld ? 'EventAgeExceeded' : 'RetriesExhausted',
  status: 200,
  message: (JSON.parse(answer.payload) as { errorMessage?: string }).errorMessage ?? '',
  payload: answer.payload,
});

const throttledWith = (error: ServiceError): FinalFailure => ({
  requestId: randomUUID(),
  condition: 'EventAgeExceeded',
  status: error.status,
  message: error.message,
});

/** Asynchronous events, stored on disk until they are handled or dead-lettered. */
export interface AsyncEvents {
  put(functionName: string, payload: string): void;
  stop(): Promise<void>;
}

/** Builds the record for an on-failure destination (Lambda: "Invocation record"). */
function toInvocationRecord(definition: FunctionDefinition, { payload, attempts }: Row, finalFailure: FinalFailure): string {
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: finalFailure.requestId,
      functionArn: `${definition.arn}:$LATEST`,
      condition: finalFailure.condition,
      approximateInvokeCount: finalFailure.payload === undefined ? attempts : attempts + 1,
    },
    requestPayload: JSON.parse(payload),
    ...(finalFailure.payload !== undefined && {
      responseContext: { statusCode: finalFailure.status, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: JSON.parse(finalFailure.payload),
    }),
  });
}

/** Opens the queue, adding columns that are missing in older files. */
function openQueue(path: string): DatabaseSync {
  const database = openDatabase(
    path,
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY AUTOINCREMENT, function TEXT NOT NULL, payload TEXT NOT NULL,
      attempts INTEGER NOT NULL, due REAL NOT NULL)`,
  );
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('events');
  if (!columns.some(({ name }) => name === 'accepted'))
    database.exec(`ALTER TABLE events ADD COLUMN throttles INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE events ADD COLUMN accepted REAL NOT NULL DEFAULT 0;
      UPDATE events SET accepted = due`);
  return database;
}

export function startAsyncEvents({ path, functions, invoke, send, onFault, ...options }: AsyncEventsOptions): AsyncEvents {
  const timeScale = options.timeScale ?? 1;
  const database = openQueue(path);
  const readClock = createClock(database, 'events', ['accepted', 'due']);
  const insert = database.prepare('INSERT INTO events (function, payload, attempts, accepted, due) VALUES (?, ?, 0, ?, ?)');
  const update = database.prepare('UPDATE events SET attempts = ?, throttles = ?, due = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM events WHERE id = ?');
  const select = database.prepare('SELECT * FROM events ORDER BY due');
  const running = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function giveUp(definition: FunctionDefinition, row: Row, finalFailure: FinalFailure): Promise<void> {
    if (definition.onFailure) await send(definition.onFailure, toInvocationRecord(definition, row, finalFailure), {});
    if (definition.deadLetters) {
      const { requestId, status, message } = finalFailure;
      const attributes = { RequestID: requestId, ErrorCode: String(status), ErrorMessage: message.slice(0, 1024) };
      await send(definition.deadLetters, row.payload, attributes);
    }
    remove.run(row.id);
  }

  /** True if waiting for another `pause` seconds would exceed the event's maximum age. */
  const isOld = ({ maxEventAge = MAX_EVENT_AGE }: FunctionDefinition, { accepted }: Row, pause: number): boolean =>
    ((Date.now() - accepted) * timeScale) / 1000 + pause > maxEventAge;

  /** Retries an event after `pause` seconds. */
  const postpone = ({ id }: Row, pause: number, attempts: number, throttles = 0): void =>
    void update.run(attempts, throttles, Date.now() + (pause * 1000) / timeScale, id);

  /** Concurrency frees up as other invocations end, so the event waits for it until it reaches its maximum age. */
  async function waitForRoom(definition: FunctionDefinition, row: Row, error: ServiceError): Promise<void> {
    const pause = Math.min(THROTTLE_DELAY.first * 2 ** row.throttles, THROTTLE_DELAY.longest);
    if (isOld(definition, row, pause)) return giveUp(definition, row, throttledWith(error));
    postpone(row, pause, row.attempts, row.throttles + 1);
  }

  async function handle(row: Row): Promise<void> {
    const definition = functions.get(row.function);
    // The template may no longer contain this function.
    if (!definition) return void remove.run(row.id);
    const answer = await invoke(row.function, row.payload).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'TooManyRequestsException') return error;
      throw error;
    });
    if (stopped) return;
    if (answer instanceof ServiceError) return waitForRoom(definition, row, answer);
    if (!answer.error) return void remove.run(row.id);
    const pause = RETRY_DELAYS[row.attempts] ?? 0;
    const tooOld = isOld(definition, row, pause);
    if (tooOld || row.attempts >= (definition.retries ?? RETRIES)) return giveUp(definition, row, failedWith(answer, tooOld));
    postpone(row, pause, row.attempts + 1);
  }

  function take(): void {
    if (stopped) return;
    clearTimeout(timer);
    const now = readClock();
    const rows = (select.all() as unknown as Row[]).filter(({ id }) => !running.has(id));
    for (const row of rows.filter(({ due }) => due <= now)) {
      const work = handle(row)
        .catch(async (error: unknown) => {
          if (stopped) return;
          onFault(error);
          try {
            update.run(row.attempts, row.throttles, Date.now() + FAULT_DELAY, row.id);
          } catch (full) {
            // If the disk is full, the new due time cannot be stored.
            onFault(full);
            await sleep(FAULT_DELAY);
          }
        })
        .finally(() => {
          running.delete(row.id);
          take();
        });
      running.set(row.id, work);
    }
    const next = rows.find(({ due }) => due > now);
    if (next) timer = setTimeout(take, next.due - now);
  }

  take();
  return {
    put(functionName, payload) {
      const now = readClock();
      insert.run(functionName, payload, now, now);
      take();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled(running.values());
      database.close();
    },
  };
}
