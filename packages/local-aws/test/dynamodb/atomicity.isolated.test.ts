import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Change, openStore, type Parameters, type Store } from '../../src/dynamodb/dynalite.ts';
import { createDatabase, type Database, read, write } from '../../src/dynamodb/operations.ts';
import { ensureTable } from '../../src/dynamodb/tables.ts';
import { transactWrite } from '../../src/dynamodb/transactions.ts';
import { makeDirectory, removeDirectory } from '../../src/testing.ts';
import { JOBS, TOKENS } from './tables.ts';

let dir: string;
let store: Store;
let database: Database;

beforeEach(async () => {
  dir = makeDirectory();
  store = await openStore(dir);
  const tables = [await ensureTable(store, JOBS), await ensureTable(store, TOKENS)];
  database = createDatabase(store, new Map(tables.map((table) => [table.TableName, table])));
});
afterEach(async () => {
  await store.db.close();
  removeDirectory(dir);
});

/** Simulates a crash at the `count`-th write to LevelDB, counting from now. */
function dieAtWrite(count: number): void {
  const batch = store.db.batch.bind(store.db);
  let writes = 0;
  Object.assign(store.db, {
    batch: async (changes: readonly Change[]) => {
      if (++writes >= count) throw new Error('killed');
      return batch(changes);
    },
  });
}

const item = (id: string) => ({
  id: { S: id },
  account: { S: 'a' },
  created_at: { S: id },
  parked: { S: 'y' },
  start_tag: { S: id },
});
const put = (id: string) => ({ Put: { TableName: 'jobs', Item: item(id) } });
const count = async (query: Parameters) => (await read(database, 'Query', { Select: 'COUNT', ...query })).Count;
const countIndexed = () =>
  count({
    TableName: 'jobs',
    IndexName: 'parked',
    KeyConditionExpression: 'parked = :y',
    ExpressionAttributeValues: { ':y': { S: 'y' } },
  });
const countAll = async () => (await read(database, 'Scan', { TableName: 'jobs', Select: 'COUNT' })).Count;

it.each([
  ['a put with its index entries', () => write(database, 'PutItem', { TableName: 'jobs', Item: item('1') }), 1],
  ['a transaction', () => transactWrite(database, { TransactItems: [put('1'), put('2')], ClientRequestToken: 't' }), 2],
])('performs %s in one LevelDB write, so a crash cannot separate its parts', async (_what, run, items) => {
  dieAtWrite(2);
  await run();
  expect([await countAll(), await countIndexed()]).toEqual([items, items]);
});

it('stores nothing of a transaction whose write did not happen', async () => {
  dieAtWrite(1);
  await expect(transactWrite(database, { TransactItems: [put('1'), put('2')] })).rejects.toThrow('killed');
  expect([await countAll(), await countIndexed()]).toEqual([0, 0]);
});

it('fails one operation, not the process, if dynalite throws in a callback', async () => {
  await write(database, 'PutItem', { TableName: 'jobs', Item: { id: { S: 'l' }, list: { L: [{ S: 'a' }] } } });
  // It is not possible to compute the size of a list that contains itself.
  const cyclic = {
    TableName: 'jobs',
    Key: { id: { S: 'l' } },
    UpdateExpression: 'SET #l[0] = #l',
    ExpressionAttributeNames: { '#l': 'list' },
  };
  await expect(write(database, 'UpdateItem', cyclic)).rejects.toThrow(RangeError);
  await write(database, 'PutItem', { TableName: 'jobs', Item: { id: { S: 'after' } } });
});
