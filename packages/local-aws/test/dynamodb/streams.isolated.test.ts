import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/dynamodb/dynalite.ts';
import { createDatabase, type Database, read, write } from '../../src/dynamodb/operations.ts';
import { ensureTable } from '../../src/dynamodb/tables.ts';
import { makeDirectory, removeDirectory } from '../../src/testing.ts';
import { JOBS } from './tables.ts';

const ROWS = 40;

let dir: string;
let store: Store;
let database: Database;
/** Iterators that LevelDB has opened to read ranges. */
const iterators: ReturnType<Store['db']['values']>[] = [];

beforeAll(async () => {
  dir = makeDirectory();
  store = await openStore(dir);
  const values = store.db.values.bind(store.db);
  store.db.values = (range) => {
    const iterator = values(range);
    iterators.push(iterator);
    return iterator;
  };
  database = createDatabase(store, new Map([[JOBS.TableName, await ensureTable(store, JOBS)]]));
  for (let n = 0; n < ROWS; n += 1) {
    const Item = { id: { S: `job-${n}` }, account: { S: 'acme' }, created_at: { S: String(n) } };
    await write(database, 'PutItem', { TableName: JOBS.TableName, Item });
  }
});

afterAll(async () => {
  await store.db.close();
  removeDirectory(dir);
});

/** If an iterator is left open, the state of LevelDB from when it was opened is kept in memory and on disk until the service ends. */
async function expectAllClosed(): Promise<void> {
  expect(iterators.length).toBeGreaterThan(0);
  for (const iterator of iterators.splice(0)) {
    const { next } = iterator as unknown as { next(): Promise<unknown> };
    await expect.poll(() => next.call(iterator).catch(({ code }) => code)).toBe('LEVEL_ITERATOR_NOT_OPEN');
  }
}

const OF_ACME = {
  IndexName: 'by-account',
  KeyConditionExpression: 'account = :account',
  ExpressionAttributeValues: { ':account': { S: 'acme' } },
};

it.each([
  ['a whole table', 'Scan', {}, ROWS],
  ['one page of a table', 'Scan', { Limit: 3 }, 3],
  ['a whole index', 'Query', OF_ACME, ROWS],
  ['one page of an index', 'Query', { ...OF_ACME, Limit: 3 }, 3],
])('closes its iterator after reading %s', async (_, operation, parameters, rows) => {
  const { Count } = await read(database, operation, { TableName: JOBS.TableName, ...parameters });
  expect(Count).toBe(rows);
  await expectAllClosed();
});

it('closes an iterator that is abandoned midway', async () => {
  for await (const _ of store.getItemDb(JOBS.TableName).createValueStream({})) break;
  await expectAllClosed();
});
