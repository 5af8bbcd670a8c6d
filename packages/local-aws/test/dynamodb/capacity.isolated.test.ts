import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DynamoDb, startDynamoDb } from '../../src/dynamodb/index.ts';
import type { Gateway } from '../../src/gateway/index.ts';
import { clientOf, makeDirectory, PLACE, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { JOBS, TOKENS } from './tables.ts';

const dir = makeDirectory();
let db: DynamoDb;
let gateway: Gateway;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  db = await startDynamoDb({ dir, place: PLACE, tables: [JOBS, TOKENS] });
  gateway = await startTestGateway([db.service]);
  client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOf(gateway)));
});

afterAll(async () => {
  client.destroy();
  await gateway.stop();
  await db.stop();
  removeDirectory(dir);
});

const TOTAL = { ReturnConsumedCapacity: 'TOTAL' } as const;

const unitsOf = ({ ConsumedCapacity }: { ConsumedCapacity?: unknown }) =>
  [ConsumedCapacity].flat().map((capacity) => (capacity as { CapacityUnits: number }).CapacityUnits);
const put = async (Item: object) => unitsOf(await client.send(new PutCommand({ TableName: 'jobs', Item: { ...Item }, ...TOTAL })));
const text = 'x'.repeat(1500);

describe('consumed capacity', () => {
  it('is one unit per KB of the item', async () => {
    expect(await put({ id: 'small' })).toEqual([1]);
    expect(await put({ id: 'large', text })).toEqual([2]);
  });

  it('includes index entries that are added, moved, or removed', async () => {
    const entry = { id: 'indexed', account: 'a', created_at: '1', text };
    expect(await put(entry)).toEqual([4]);
    expect(await put({ ...entry, created_at: '2' })).toEqual([5]);
    const gone = new DeleteCommand({ TableName: 'jobs', Key: { id: 'indexed' }, ...TOTAL });
    expect(unitsOf(await client.send(gone))).toEqual([3]);
  });

  it('is doubled in a transaction and reported by table', async () => {
    const items = [
      { Put: { TableName: 'jobs', Item: { id: 'one' } } },
      { Put: { TableName: 'jobs', Item: { id: 'two', account: 'a', created_at: '1' } } },
      { Put: { TableName: 'tokens', Item: { hash: 'h' } } },
    ];
    expect(unitsOf(await client.send(new TransactWriteCommand({ TransactItems: items, ...TOTAL })))).toEqual([6, 2]);
  });

  it('is halved for an eventually consistent read', async () => {
    await put({ id: 'read' });
    const read = { TableName: 'jobs', Key: { id: 'read' }, ...TOTAL };
    expect(unitsOf(await client.send(new GetCommand(read)))).toEqual([0.5]);
    expect(unitsOf(await client.send(new GetCommand({ ...read, ConsistentRead: true })))).toEqual([1]);
  });

  it('is omitted unless requested', async () => {
    const one = { TableName: 'jobs', Item: { id: 'silent' } };
    expect(await client.send(new PutCommand(one))).not.toHaveProperty('ConsumedCapacity');
    const together = new TransactWriteCommand({ TransactItems: [{ Put: one }] });
    expect(await client.send(together)).not.toHaveProperty('ConsumedCapacity');
  });
});
