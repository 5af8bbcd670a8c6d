import { BatchGetCommand, GetCommand, paginateScan, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '../clients.ts';
import { transact } from '../conditions.ts';
import { readItems } from '../items.ts';
import { countShards, limitOf, probeShards } from './shards.ts';
import { migrateLeases } from './single-item.ts';

/**
 * Capacity is a set of leases, one item for each job that runs, and a counter for each shard of them. A lease and its counter are
 * written in one transaction, so taking and releasing are idempotent, no crash makes a counter drift, and no shard exceeds its
 * limit. The limits of all shards together are the capacity.
 *
 *   take      put lease (unless there)      + counter + 1 (while below the shard's limit)
 *   release   delete lease (if there)       + counter - 1
 *   pass      delete one lease, put another with the same shard: the counter stays as it is
 */
export interface CapacityTable {
  table: string;
  /** Jobs that may run at once. */
  size: number;
}

const leaseSchema = v.object({
  /** The job's id. */
  job: v.string(),
  account: v.string(),
  /** ISO 8601, UTC. */
  since: v.string(),
  /** Whose counter counts it. */
  shard: v.number(),
});

export type Lease = v.InferOutput<typeof leaseSchema>;

/** What became of a lease that was to be passed on: the next job has it; that had one already; or it is to be released. */
export type Passing = 'passed' | 'taken' | 'released';

/** Form of leases and counters, see `readItems`. */
const SCHEMA = 1;

/** Shards that are tried before the counters of all are read. */
const PROBES = 3;

/** Times that all counters are read again when others took what was free. */
const ROUNDS = 5;

/** Keys of a `BatchGetItem` (API reference). */
const BATCH = 100;

const PREFIX = 'lease#';
const leaseKey = (job: string) => ({ name: `${PREFIX}${job}` });
const counterKey = (shard: number) => ({ name: `slots#${shard}` });

/**
 * Takes a lease for a job.
 *
 * @returns true when the job holds one now, also when it held it before
 */
export async function takeLease(
  capacity: CapacityTable,
  job: string,
  account: string,
  now = new Date(),
): Promise<boolean> {
  await migrate(capacity);
  const lease = { job, account, since: now.toISOString() };
  return (await placeLease(capacity, lease)) !== 'full';
}

type TransactionItem = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>[number];

const migrate = (capacity: CapacityTable): Promise<void> =>
  migrateLeases(capacity, (lease, step) => placeLease(capacity, lease, step));

/**
 * Places a lease on a shard that has room for it.
 *
 * @param step for a lease that was held before: it is written together with that, or neither is, and the lease is counted also
 *   where the capacity was lowered meanwhile and there is no room
 */
async function placeLease(
  capacity: CapacityTable,
  lease: Omit<Lease, 'shard'>,
  step?: TransactionItem,
): Promise<'placed' | 'held' | 'full' | 'refused'> {
  const probed = probeShards(capacity.size, lease.job, PROBES);
  for (const shard of probed) {
    const outcome = await tryShard(capacity, { ...lease, shard }, step);
    if (outcome !== 'full') return outcome;
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // All there are were tried just now.
    const free = probed.length === countShards(capacity.size) ? [] : await listFreeShards(capacity);
    if (free.length === 0) break;
    for (const shard of free.slice(0, PROBES)) {
      const outcome = await tryShard(capacity, { ...lease, shard }, step);
      if (outcome !== 'full') return outcome;
    }
  }
  return step ? tryShard(capacity, { ...lease, shard: 0 }, step, Number.MAX_SAFE_INTEGER) : 'full';
}

async function tryShard(
  { table, size }: CapacityTable,
  lease: Lease,
  step: TransactionItem | undefined,
  limit = limitOf(size, lease.shard),
): Promise<'placed' | 'held' | 'full' | 'refused'> {
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: [
          putLease(table, lease),
          {
            Update: {
              TableName: table,
              Key: counterKey(lease.shard),
              UpdateExpression: 'SET #schema = :schema ADD used :one',
              ConditionExpression: 'attribute_not_exists(used) OR used < :limit',
              ExpressionAttributeNames: { '#schema': 'schema' },
              ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':schema': SCHEMA },
            },
          },
          ...(step ? [step] : []),
        ],
      }),
    ),
  );
  if (!failed) return 'placed';
  if (failed[0]) return 'held';
  return failed[2] ? 'refused' : 'full';
}

const putLease = (table: string, lease: Lease) => ({
  Put: {
    TableName: table,
    Item: { ...leaseKey(lease.job), ...lease, schema: SCHEMA },
    ConditionExpression: 'attribute_not_exists(#name)',
    ExpressionAttributeNames: { '#name': 'name' },
  },
});

/** The shards that have room, in random order: dispatchers that read at once go to different ones. */
async function listFreeShards({ table, size }: CapacityTable): Promise<number[]> {
  const shards = Array.from({ length: countShards(size) }, (_, shard) => shard);
  const used = await readCounters(table, shards);
  return shuffle(shards.filter((shard) => (used.get(shard) ?? 0) < limitOf(size, shard)));
}

async function readCounters(table: string, shards: readonly number[]): Promise<Map<number, number>> {
  const used = new Map<number, number>();
  let keys = shards.map(counterKey);
  while (keys.length > 0) {
    const request = { [table]: { Keys: keys.slice(0, BATCH), ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await dynamodb().send(new BatchGetCommand({ RequestItems: request }));
    for (const item of Responses?.[table] ?? []) {
      used.set(Number(String(item.name).slice('slots#'.length)), Number(item.used ?? 0));
    }
    const left = (UnprocessedKeys?.[table]?.Keys ?? []) as { name: string }[];
    keys = [...left, ...keys.slice(BATCH)];
  }
  return used;
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

async function findLease(table: string, job: string): Promise<Lease | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: table, Key: leaseKey(job), ConsistentRead: true }),
  );
  return Item && readItems('lease', SCHEMA, leaseSchema, [Item])[0];
}

/** Deletes a lease where it is still counted by the shard that it was read with. */
const deleteLease = (table: string, { job, shard }: Lease) => ({
  Delete: {
    TableName: table,
    Key: leaseKey(job),
    ConditionExpression: '#shard = :shard',
    ExpressionAttributeNames: { '#shard': 'shard' },
    ExpressionAttributeValues: { ':shard': shard },
  },
});

/** Releases a job's lease. Returns false when it had none. */
export async function releaseLease(capacity: CapacityTable, job: string): Promise<boolean> {
  await migrate(capacity);
  const lease = await findLease(capacity.table, job);
  if (!lease) return false;
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: [
          deleteLease(capacity.table, lease),
          {
            Update: {
              TableName: capacity.table,
              Key: counterKey(lease.shard),
              UpdateExpression: 'ADD used :one',
              ExpressionAttributeValues: { ':one': -1 },
            },
          },
        ],
      }),
    ),
  );
  return failed === null;
}

/**
 * Passes a lease from a job that ended to one that waited, in one write, so that no newcomer slips in between.
 *
 * @returns `taken` when the next job holds one already; `released` when the lease is gone, or its shard holds more than it should
 *   since the capacity was lowered: it is then to be released
 */
export async function passLease(
  capacity: CapacityTable,
  from: string,
  to: { id: string; account: string },
  now = new Date(),
): Promise<Passing> {
  const { table, size } = capacity;
  await migrate(capacity);
  const lease = await findLease(table, from);
  if (!lease) return 'released';
  const used = (await readCounters(table, [lease.shard])).get(lease.shard) ?? 0;
  if (used > limitOf(size, lease.shard)) return 'released';
  const next: Lease = { job: to.id, account: to.account, since: now.toISOString(), shard: lease.shard };
  const failed = await transact(() =>
    dynamodb().send(new TransactWriteCommand({ TransactItems: [deleteLease(table, lease), putLease(table, next)] })),
  );
  if (!failed) return 'passed';
  return failed[0] ? 'released' : 'taken';
}

/** All leases. */
export async function listLeases(capacity: CapacityTable): Promise<Lease[]> {
  await migrate(capacity);
  const leases: Lease[] = [];
  const pages = paginateScan(
    { client: dynamodb() },
    {
      TableName: capacity.table,
      ConsistentRead: true,
      FilterExpression: 'begins_with(#name, :prefix)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':prefix': PREFIX },
    },
  );
  for await (const { Items = [] } of pages) leases.push(...readItems('lease', SCHEMA, leaseSchema, Items));
  return leases;
}
