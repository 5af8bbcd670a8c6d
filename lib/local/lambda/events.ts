import { DatabaseSync } from 'node:sqlite';
import type { Answer, FunctionDefinition } from './definition.ts';

/** Retries of a failed event, and the pause before each, s (Lambda: asynchronous invocation). */
const RETRIES = 2;
const RETRY_DELAYS = [60, 120] as const;

export interface EventsOptions {
  /** File of the queue. */
  readonly path: string;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  readonly invoke: (functionName: string, payload: string) => Promise<Answer>;
  /** Sends to the queue with this ARN. */
  readonly send: (arn: string, body: string, attributes: Readonly<Record<string, string>>) => Promise<void>;
  /** Pauses before the retries, s. */
  readonly retryDelays?: readonly number[];
  readonly onFault: (error: unknown) => void;
}

interface Row {
  readonly id: number;
  readonly function: string;
  readonly payload: string;
  readonly attempts: number;
  readonly due: number;
}

/** Asynchronous events: kept on disk until they are handled or dead-lettered. */
export interface Events {
  put(functionName: string, payload: string): void;
  stop(): Promise<void>;
}

/** What goes to an on-failure destination (Lambda: "Invocation record"). */
function record(definition: FunctionDefinition, { payload, attempts }: Row, answer: Answer): string {
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: answer.requestId,
      functionArn: `${definition.arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts + 1,
    },
    requestPayload: JSON.parse(payload),
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: JSON.parse(answer.payload),
  });
}

export function startEvents({ path, functions, invoke, send, onFault, ...options }: EventsOptions): Events {
  const delays = options.retryDelays ?? RETRY_DELAYS;
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY AUTOINCREMENT, function TEXT NOT NULL, payload TEXT NOT NULL,
      attempts INTEGER NOT NULL, due REAL NOT NULL)`);
  const insert = database.prepare('INSERT INTO events (function, payload, attempts, due) VALUES (?, ?, 0, ?)');
  const postpone = database.prepare('UPDATE events SET attempts = ?, due = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM events WHERE id = ?');
  const select = database.prepare('SELECT * FROM events ORDER BY due');
  const running = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function giveUp(definition: FunctionDefinition, row: Row, answer: Answer): Promise<void> {
    const { errorMessage = '' } = JSON.parse(answer.payload) as { errorMessage?: string };
    if (definition.onFailure) await send(definition.onFailure, record(definition, row, answer), {});
    if (definition.deadLetters) {
      const attributes = { RequestID: answer.requestId, ErrorCode: '200', ErrorMessage: errorMessage.slice(0, 1024) };
      await send(definition.deadLetters, row.payload, attributes);
    }
  }

  async function handle(row: Row): Promise<void> {
    const definition = functions.get(row.function);
    // The template of today may know this function no more.
    if (!definition) return void remove.run(row.id);
    const answer = await invoke(row.function, row.payload);
    if (stopped) return;
    if (answer.error && row.attempts < (definition.retries ?? RETRIES)) {
      postpone.run(row.attempts + 1, Date.now() + (delays[row.attempts] ?? 0) * 1000, row.id);
      return;
    }
    if (answer.error) await giveUp(definition, row, answer);
    remove.run(row.id);
  }

  function take(): void {
    if (stopped) return;
    clearTimeout(timer);
    const rows = (select.all() as unknown as Row[]).filter(({ id }) => !running.has(id));
    const now = Date.now();
    for (const row of rows.filter(({ due }) => due <= now)) {
      const work = handle(row)
        .catch((error: unknown) => {
          if (stopped) return;
          onFault(error);
          postpone.run(row.attempts, Date.now() + 1000, row.id);
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
      insert.run(functionName, payload, Date.now());
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
