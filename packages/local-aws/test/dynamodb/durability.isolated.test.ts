import { spawnSync } from 'node:child_process';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/dynamodb/dynalite.ts';
import { startDynamoDb, type TableDefinition } from '../../src/dynamodb/index.ts';
import { clientOf, makeDirectory, PLACE, removeDirectory, startTestGateway } from '../../src/testing.ts';
import { writeAndKill } from '../kill.ts';
import { JOBS, JOBS_PER_WRITE, TOKENS } from './tables.ts';

const FULL_DISK_WRITER = new URL('./full-disk-writer.ts', import.meta.url);
const WRITER = new URL('./writer.ts', import.meta.url);

let dir: string;
beforeEach(() => {
  dir = makeDirectory();
});
afterEach(() => removeDirectory(dir));

describe('after kill -9', () => {
  it('has every acknowledged transaction in full, and indexes that match their table', async () => {
    let answered = 0;
    for (const count of [3, 7, 5, 9]) answered += (await writeAndKill(WRITER, dir, count)).length;
    const db = await startDynamoDb({ dir, place: PLACE, tables: [JOBS, TOKENS] });
    const gateway = await startTestGateway([db.service]);
    const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOf(gateway)));
    const { Item } = await client.send(new GetCommand({ TableName: 'tokens', Key: { hash: 'count' } }));
    const jobs: unknown[] = [];
    for await (const { Items } of paginateScan({ client }, { TableName: 'jobs' })) jobs.push(...Items!.map(({ id }) => id));
    const parked: unknown[] = [];
    const query = {
      TableName: 'jobs',
      IndexName: 'parked',
      KeyConditionExpression: 'parked = :w',
      ExpressionAttributeValues: { ':w': 'yes' },
    };
    for await (const { Items } of paginateQuery({ client }, query)) parked.push(...Items!.map(({ id }) => id));
    await gateway.stop();
    await db.stop();
    expect(parked.sort()).toEqual(jobs.sort());
    expect(Item?.n).toBeGreaterThanOrEqual(answered);
    expect(jobs).toHaveLength(Item?.n * JOBS_PER_WRITE);
  });

  it('reopens the same tables, and rejects tables with different keys by name', async () => {
    const open = (tables: TableDefinition[]) => startDynamoDb({ dir, place: PLACE, tables });
    await (await open([JOBS])).stop();
    await (await open([JOBS, TOKENS])).stop();
    const rekeyed: TableDefinition = {
      ...TOKENS,
      KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'name', AttributeType: 'S' }],
    };
    await expect(open([rekeyed])).rejects.toThrow(/table tokens .* does not match the template[\s\S]*stored: key hash HASH/);
    await (await open([TOKENS])).stop();
  });

  it('rejects a directory that another process has open', async () => {
    const db = await startDynamoDb({ dir, place: PLACE, tables: [JOBS] });
    await expect(startDynamoDb({ dir, place: PLACE, tables: [JOBS] })).rejects.toThrow();
    await db.stop();
  });
});

// `prlimit` makes writes fail as if the disk were full. It is only available on Linux.
describe.runIf(process.platform === 'linux')('after a write that failed halfway', () => {
  it('keeps later writes', async () => {
    const { stdout } = spawnSync(process.execPath, [FULL_DISK_WRITER.pathname, dir], { encoding: 'utf8' });
    const lines = stdout.trim().split('\n');
    const taken = lines.filter((line) => line !== 'refused');
    expect(taken.length).toBeGreaterThanOrEqual(70);
    expect(lines.length).toBeGreaterThan(taken.length);
    const { db } = await openStore(dir);
    for (const row of taken) expect(db.getSync(row)).toBeDefined();
    await db.close();
  });
});
