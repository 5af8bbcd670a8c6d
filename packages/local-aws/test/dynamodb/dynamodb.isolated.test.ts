import { ConditionalCheckFailedException, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DynamoDb, startDynamoDb } from '../../src/dynamodb/index.ts';
import type { Gateway } from '../../src/gateway/index.ts';
import { caller, clientOf, makeDirectory, PLACE, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { JOBS, TOKENS } from './tables.ts';

let dir: string;
let db: DynamoDb;
let gateway: Gateway;
let raw: DynamoDBClient;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  dir = makeDirectory();
  db = await startDynamoDb({ dir, place: PLACE, tables: [JOBS, TOKENS] });
  const reader = caller('reader', 'dynamodb:GetItem', 'arn:aws:dynamodb:us-east-1:000000000000:table/jobs');
  gateway = await startTestGateway([db.service], { callers: [caller('operator'), reader] });
  raw = new DynamoDBClient(clientOf(gateway));
  client = DynamoDBDocumentClient.from(raw);
});

afterAll(async () => {
  raw.destroy();
  await gateway.stop();
  await db.stop();
  removeDirectory(dir);
});

const put = (Item: Record<string, unknown>) => client.send(new PutCommand({ TableName: 'jobs', Item }));
const get = async (id: string) => (await client.send(new GetCommand({ TableName: 'jobs', Key: { id } }))).Item;

describe('single items', () => {
  it('preserve nested maps, lists, sets, numbers, binaries, and nulls', async () => {
    const item = { id: 'types', m: { a: { b: [1, 'x', null] } }, n: 1.5, s: new Set(['a', 'b']), ok: true, e: '' };
    await put({ ...item, bytes: new Uint8Array([0, 255]) });
    expect(await get('types')).toEqual({ ...item, bytes: new Uint8Array([0, 255]) });
  });

  it('reject a put whose condition fails, and return the item on request', async () => {
    await put({ id: 'taken', n: 1 });
    const again = new PutCommand({
      TableName: 'jobs',
      Item: { id: 'taken', n: 2 },
      ConditionExpression: 'attribute_not_exists(id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const error = await client.send(again).catch((caught) => caught);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error.Item).toEqual({ id: { S: 'taken' }, n: { N: '1' } });
    expect(await get('taken')).toEqual({ id: 'taken', n: 1 });
  });

  it('support the update expressions that the service uses', async () => {
    await put({ id: 'update', leases: { a: 1 }, count: 1, log: ['x'], tags: new Set(['t']) });
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: 'jobs',
        Key: { id: 'update' },
        UpdateExpression:
          'SET leases.#b = :two, #log = list_append(#log, :more), used = if_not_exists(used, :zero) + :two, log2 = list_append(if_not_exists(log2, :none), :more) REMOVE leases.#a ADD #count :two, tags :tag',
        ConditionExpression: 'size(leases) < :two AND attribute_exists(leases.#a)',
        ExpressionAttributeNames: { '#a': 'a', '#b': 'b', '#log': 'log', '#count': 'count' },
        ExpressionAttributeValues: {
          ':two': 2,
          ':zero': 0,
          ':more': ['y'],
          ':none': [],
          ':tag': new Set(['u']),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    const expected = { leases: { b: 2 }, count: 3, log: ['x', 'y'], used: 2, log2: ['y'], tags: new Set(['t', 'u']) };
    expect(Attributes).toEqual({ id: 'update', ...expected });
  });

  it('evaluate the size of a map and of a missing attribute', async () => {
    await put({ id: 'size', leases: { a: 1, b: 1 } });
    const guarded = (condition: string) =>
      client.send(
        new UpdateCommand({
          TableName: 'jobs',
          Key: { id: 'size' },
          UpdateExpression: 'SET seen = :two',
          ConditionExpression: condition,
          ExpressionAttributeValues: { ':two': 2 },
        }),
      );
    await expect(guarded('size(leases) < :two')).rejects.toThrow(ConditionalCheckFailedException);
    await expect(guarded('size(absent) < :two')).rejects.toThrow(ConditionalCheckFailedException);
    await guarded('size(leases) = :two');
  });

  it.each([
    ['NONE', undefined],
    ['ALL_OLD', { id: 'return', n: 1, keep: 'k' }],
    ['UPDATED_OLD', { n: 1 }],
    ['UPDATED_NEW', { n: 2 }],
  ] as const)('return the %s values of an update', async (ReturnValues, expected) => {
    await put({ id: 'return', n: 1, keep: 'k' });
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: 'jobs',
        Key: { id: 'return' },
        UpdateExpression: 'SET n = :n',
        ExpressionAttributeValues: { ':n': 2 },
        ReturnValues,
      }),
    );
    expect(Attributes).toEqual(expected);
  });

  it('count correctly under concurrent updates', async () => {
    await put({ id: 'counter', n: 0 });
    const add = () =>
      client.send(
        new UpdateCommand({
          TableName: 'jobs',
          Key: { id: 'counter' },
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    await Promise.all(Array.from({ length: 100 }, add));
    expect(await get('counter')).toEqual({ id: 'counter', n: 100 });
  });

  it('name unknown tables and operations in errors', async () => {
    const item = { TableName: 'nothing', Item: { id: { S: 'x' } } };
    await expect(raw.send(new PutItemCommand(item))).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it("reject requests that the caller's policy does not allow", async () => {
    const reader = DynamoDBDocumentClient.from(new DynamoDBClient(clientOf(gateway, 'reader')));
    const key = { TableName: 'jobs', Key: { id: 'taken' } };
    await expect(reader.send(new GetCommand(key))).resolves.toBeDefined();
    await expect(reader.send(new DeleteCommand(key))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('dynamodb:DeleteItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/jobs'),
    });
    const transaction = new TransactWriteCommand({ TransactItems: [{ Delete: key }] });
    await expect(reader.send(transaction)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

describe('indexes', () => {
  it('return pages with the newest items first', async () => {
    for (const n of [1, 2, 3, 4, 5]) await put({ id: `page-${n}`, account: 'pager', created_at: `2026-01-0${n}` });
    const ids: string[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: 'jobs',
          IndexName: 'by-account',
          KeyConditionExpression: 'account = :a',
          ExpressionAttributeValues: { ':a': 'pager' },
          ScanIndexForward: false,
          Limit: 2,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        }),
      );
      ids.push(...page.Items!.map(({ id }) => id));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(ids).toEqual(['page-5', 'page-4', 'page-3', 'page-2', 'page-1']);
  });

  it('only contain items that have the indexed attributes', async () => {
    const parked = async () => {
      const { Items } = await client.send(
        new QueryCommand({
          TableName: 'jobs',
          IndexName: 'parked',
          KeyConditionExpression: 'parked = :w AND start_tag > :t',
          ExpressionAttributeValues: { ':w': 'yes', ':t': '0' },
        }),
      );
      return Items;
    };
    await put({ id: 'sparse', parked: 'yes', start_tag: '1', other: 'not projected' });
    await put({ id: 'absent', other: 'never parked' });
    expect(await parked()).toEqual([{ id: 'sparse', parked: 'yes', start_tag: '1' }]);
    await client.send(new UpdateCommand({ TableName: 'jobs', Key: { id: 'sparse' }, UpdateExpression: 'REMOVE parked, start_tag' }));
    expect(await parked()).toEqual([]);
  });

  it('filter scans', async () => {
    for (let n = 0; n < 25; n += 1) await client.send(new PutCommand({ TableName: 'tokens', Item: { hash: `h${n}`, n } }));
    const { Count, ScannedCount } = await client.send(
      new ScanCommand({
        TableName: 'tokens',
        FilterExpression: 'n BETWEEN :a AND :b',
        ExpressionAttributeValues: { ':a': 10, ':b': 14 },
      }),
    );
    expect([Count, ScannedCount]).toEqual([5, 25]);
  });
});

describe('transactions', () => {
  const job = (id: string) => ({
    Put: { TableName: 'jobs', Item: { id }, ConditionExpression: 'attribute_not_exists(id)' },
  });
  const quota = (hash: string, limit: number) => ({
    Update: {
      TableName: 'tokens',
      Key: { hash },
      UpdateExpression: 'ADD used :one',
      ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
      ExpressionAttributeValues: { ':one': 1, ':limit': limit },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    },
  });

  it('write all items or none, and return the reasons in order', async () => {
    await client.send(new TransactWriteCommand({ TransactItems: [job('t1'), quota('q', 1)] }));
    const second = new TransactWriteCommand({ TransactItems: [job('t2'), quota('q', 1), job('t1')] });
    await expect(client.send(second)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message: expect.stringContaining('[None, ConditionalCheckFailed, ConditionalCheckFailed]'),
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { hash: { S: 'q' }, used: { N: '1' } } },
        { Code: 'ConditionalCheckFailed' },
      ],
    });
    expect(await get('t2')).toBeUndefined();
  });

  it('accept exactly the quota under a hundred concurrent transactions', async () => {
    const attempts = Array.from({ length: 100 }, (_, n) =>
      client.send(new TransactWriteCommand({ TransactItems: [job(`race-${n}`), quota('race', 50)] })),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const key = { TableName: 'tokens', Key: { hash: 'race' } };
    const { Item } = await client.send(new GetCommand({ ...key, ConsistentRead: true }));
    expect(Item).toEqual({ hash: 'race', used: 50 });
  });

  it('check a condition without writing', async () => {
    const check = (id: string) => ({
      ConditionCheck: { TableName: 'jobs', Key: { id }, ConditionExpression: 'attribute_exists(id)' },
    });
    await client.send(new TransactWriteCommand({ TransactItems: [check('t1'), job('checked')] }));
    const failing = new TransactWriteCommand({ TransactItems: [check('missing'), job('unchecked')] });
    await expect(client.send(failing)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    expect(await get('checked')).toBeDefined();
    expect(await get('unchecked')).toBeUndefined();
  });

  it('write once for a repeated request token, and reject it for different items', async () => {
    const ClientRequestToken = 'token-1';
    const send = (hash: string) => client.send(new TransactWriteCommand({ ClientRequestToken, TransactItems: [quota(hash, 10)] }));
    await send('once');
    await send('once');
    const { Item } = await client.send(new GetCommand({ TableName: 'tokens', Key: { hash: 'once' } }));
    expect(Item).toEqual({ hash: 'once', used: 1 });
    await expect(send('other')).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
  });

  // Scenario test_dynamodb_idempotent_writing, recorded on 8 October 2025.
  it('treat a repeated request as the same in any order of its members', async () => {
    const write = (Item: object) =>
      new TransactWriteCommand({ ClientRequestToken: 'token-2', TransactItems: [{ Put: { TableName: 'jobs', Item } }] });
    await client.send(write({ id: 'ordered', name: 'x' }));
    await client.send(write({ name: 'x', id: 'ordered' }));
    expect(await get('ordered')).toEqual({ id: 'ordered', name: 'x' });
  });

  it('reject a single write to their items while they are in progress, as DynamoDB does', async () => {
    const add = (hash: string) =>
      new UpdateCommand({
        TableName: 'tokens',
        Key: { hash },
        UpdateExpression: 'ADD used :one',
        ExpressionAttributeValues: { ':one': 1 },
      });
    const transactions = Array.from({ length: 20 }, (_, n) =>
      client.send(new TransactWriteCommand({ TransactItems: [job(`busy-${n}`), quota('busy', 100)] })),
    );
    const writes = await Promise.allSettled(Array.from({ length: 20 }, () => client.send(add('busy'))));
    await Promise.all(transactions);
    const refused = writes.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ name: 'TransactionConflictException', $metadata: { httpStatusCode: 400 } });
    // Other items are not affected. Neither is this one, once the transactions are done.
    await client.send(add('other'));
    await client.send(add('busy'));
    const { Item } = await client.send(new GetCommand({ TableName: 'tokens', Key: { hash: 'busy' }, ConsistentRead: true }));
    expect(Item?.used).toBe(20 + 20 - refused.length + 1);
  });

  it('reject two operations on one item', async () => {
    const twice = new TransactWriteCommand({ TransactItems: [quota('twice', 9), quota('twice', 9)] });
    await expect(client.send(twice)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('return invalid data as a cancellation reason instead of crashing', async () => {
    await put({ id: 'text', n: 'not a number' });
    const add = {
      Update: {
        TableName: 'jobs',
        Key: { id: 'text' },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    };
    await expect(client.send(new TransactWriteCommand({ TransactItems: [job('t9'), add] }))).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    expect(await get('t9')).toBeUndefined();
  });
});

describe('time to live', () => {
  it('deletes only expired items', async () => {
    const now = Math.floor(Date.now() / 1000);
    await put({ id: 'old', expires_at: now - 1, account: 'ttl', created_at: 'x' });
    await put({ id: 'young', expires_at: now + 1000 });
    await put({ id: 'forever', expires_at: 'never' });
    await db.expire();
    expect(await Promise.all(['old', 'young', 'forever'].map(get))).toEqual([
      undefined,
      { id: 'young', expires_at: now + 1000 },
      { id: 'forever', expires_at: 'never' },
    ]);
  });
});
