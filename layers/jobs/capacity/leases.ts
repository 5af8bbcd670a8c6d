import { BatchGetCommand, paginateScan, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '#aws/clients';
import { isoTime } from '#aws/clock';
import { readItems, transact, transactWithReasons } from '#aws/table';
import { readLimits, refreshLimits } from './limits.ts';
import { probeShards } from './shards.ts';

/**
 * Capacity consists of a lease for each running job and a lease counter per shard. A lease and its counter change in one transaction, so
 * all operations are idempotent, counters are exact even after a crash, and no shard exceeds its limit. The limits add up to the capacity.
 *
 *   take      put the lease (unless it exists)     counter + 1 (if below the limit of the shard)
 *   release   delete the lease (if it exists)      counter - 1
 *   pass      delete a lease, put another in the same shard
 */
export interface CapacityTable {
  table: string;
  /** Maximum number of jobs that may run at the same time. */
  size: number;
}

const leaseSchema = v.object({
  /** Job ID. */
  job: v.string(),
  account: v.string(),
  /** In ISO 8601 format (UTC). */
  since: v.string(),
  /** The shard that counts the lease. */
  shard: v.number(),
});

export type Lease = v.InferOutput<typeof leaseSchema>;

/** Result of passing on a lease: the next job now has it, the next job already had a lease, or the lease must be released instead. */
type PassResult = 'passed' | 'taken' | 'released';

/** Version of the item format for leases and counters; see `readItems`. */
const SCHEMA = 1;

/** Number of shards to try before reading the counters of all shards. */
const SHARD_PROBES = 3;

/** Maximum number of times to read all counters while other processes keep taking the free capacity. */
const MAX_ROUNDS = 5;

/** Maximum number of keys in a `BatchGetItem` (DynamoDB API reference). */
const BATCH_SIZE = 100;

const PREFIX = 'lease#';
const leaseKey = (job: string) => ({ name: `${PREFIX}${job}` });
const counterKey = (shard: number) => ({ name: `slots#${shard}` });

/** Takes a lease for a job. @returns whether the job now has a lease, new or existing */
export async function takeLease(capacity: CapacityTable, job: string, account: string): Promise<boolean> {
  const lease = { job, account, since: isoTime(Date.now()) };
  return (await addLease(capacity, lease)) !== 'full';
}

type AddResult = 'added' | 'exists' | 'full';

/** Adds a lease to a shard that is below its limit. */
async function addLease(capacity: CapacityTable, lease: Omit<Lease, 'shard'>): Promise<AddResult> {
  const probed = probeShards(capacity.size, lease.job, SHARD_PROBES);
  const limits = await currentLimits(capacity);
  const hasRoom = (used: CapacityState['used']) => (shard: number) => (used.get(shard) ?? 0) < (limits[shard] ?? 0);
  // Reads before writing, because transactions conflict even if their conditions fail.
  const { leases, used } = await readState(capacity.table, [lease.job], probed);
  if (leases.has(lease.job)) return 'exists';
  for (const shard of probed.filter(hasRoom(used))) {
    const outcome = await tryShard(capacity, { ...lease, shard }, limits[shard]);
    if (outcome !== 'full') return outcome;
  }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // With few shards, all of them have been tried.
    const free = probed.length === limits.length ? [] : await listFreeShards(capacity, limits.length, hasRoom);
    if (free.length === 0) break;
    for (const shard of free.slice(0, SHARD_PROBES)) {
      const outcome = await tryShard(capacity, { ...lease, shard }, limits[shard]);
      if (outcome !== 'full') return outcome;
    }
  }
  return 'full';
}

const currentLimits = (capacity: CapacityTable): Promise<readonly number[]> =>
  readLimits(capacity, async (shards) => (await readState(capacity.table, [], shards)).used);

async function tryShard({ table }: CapacityTable, lease: Lease, limit = 0): Promise<AddResult> {
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
        ],
      }),
    ),
  );
  if (!failed) return 'added';
  return failed[0] ? 'exists' : 'full';
}

const putLease = (table: string, lease: Lease) => ({
  Put: {
    TableName: table,
    Item: { ...leaseKey(lease.job), ...lease, schema: SCHEMA },
    ConditionExpression: 'attribute_not_exists(#name)',
    ExpressionAttributeNames: { '#name': 'name' },
  },
});

/** Lists the shards that are below their limits, in random order so that concurrent dispatchers choose different shards. */
async function listFreeShards(
  { table }: CapacityTable,
  count: number,
  hasRoom: (used: CapacityState['used']) => (shard: number) => boolean,
): Promise<number[]> {
  const shards = Array.from({ length: count }, (_, shard) => shard);
  const { used } = await readState(table, [], shards);
  return shuffle(shards.filter(hasRoom(used)));
}

interface CapacityState {
  /** Leases by job. */
  leases: Map<string, Lease>;
  /** Number of leases by shard. */
  used: Map<number, number>;
}

async function readState(table: string, jobs: readonly string[], shards: readonly number[]): Promise<CapacityState> {
  const state: CapacityState = { leases: new Map(), used: new Map() };
  let keys = [...jobs.map(leaseKey), ...shards.map(counterKey)];
  while (keys.length > 0) {
    const request = { [table]: { Keys: keys.slice(0, BATCH_SIZE), ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await dynamodb().send(new BatchGetCommand({ RequestItems: request }));
    const [leaseItems, counters] = separateItems(Responses?.[table] ?? []);
    for (const { name, used } of counters) {
      state.used.set(Number(String(name).slice('slots#'.length)), Number(used ?? 0));
    }
    for (const lease of readItems('lease', SCHEMA, leaseSchema, leaseItems)) state.leases.set(lease.job, lease);
    const left = (UnprocessedKeys?.[table]?.Keys ?? []) as { name: string }[];
    keys = [...left, ...keys.slice(BATCH_SIZE)];
  }
  return state;
}

type Items = Record<string, unknown>[];

const separateItems = (items: Items): [leases: Items, counters: Items] => {
  const isLease = ({ name }: Items[number]) => String(name).startsWith(PREFIX);
  return [items.filter(isLease), items.filter((item) => !isLease(item))];
};

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Deletes a lease if it still belongs to the shard that was read. */
const deleteLease = (table: string, { job, shard }: Lease) => ({
  Delete: {
    TableName: table,
    Key: leaseKey(job),
    ConditionExpression: '#shard = :shard',
    ExpressionAttributeNames: { '#shard': 'shard' },
    ExpressionAttributeValues: { ':shard': shard },
  },
});

/** Releases the lease of a job. @returns false if it had no lease */
export async function releaseLease(capacity: CapacityTable, job: string): Promise<boolean> {
  const lease = (await readState(capacity.table, [job], [])).leases.get(job);
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
  refreshLimits(capacity);
  return failed === null;
}

/**
 * Passes a lease from an ended job to a parked one in one transaction, so that no other job can take it in between.
 * @returns `taken` if the next job already has a lease; `released` if the lease does not exist, or its shard is over its limit
 */
export async function passLease(capacity: CapacityTable, from: string, to: { id: string; account: string }): Promise<PassResult> {
  const { table } = capacity;
  const { leases } = await readState(table, [from, to.id], []);
  const lease = leases.get(from);
  if (!lease) return 'released';
  if (leases.has(to.id)) return 'taken';
  const { used } = await readState(table, [], [lease.shard]);
  if ((used.get(lease.shard) ?? 0) > ((await currentLimits(capacity))[lease.shard] ?? 0)) return 'released';
  const next: Lease = { job: to.id, account: to.account, since: isoTime(Date.now()), shard: lease.shard };
  const reasons = await transactWithReasons(
    () => dynamodb().send(new TransactWriteCommand({ TransactItems: [deleteLease(table, lease), putLease(table, next)] })),
    // Another process is passing a lease to the same job, so the caller should try another job.
    { isFinal: ([, next]) => next?.Code === 'TransactionConflict' },
  );
  if (!reasons) return 'passed';
  return reasons[0]?.Code === 'ConditionalCheckFailed' ? 'released' : 'taken';
}

export async function listLeases(capacity: CapacityTable): Promise<Lease[]> {
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
