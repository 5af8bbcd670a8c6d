import { BatchGetCommand, paginateScan, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '../../aws/clients.ts';
import { transact, transactWithReasons } from '../../aws/conditions.ts';
import { readItems } from '../../aws/items.ts';
import { readLimits, refreshLimits } from './limits.ts';
import { probeShards } from './shards.ts';
import { migrateLeases } from './single-item.ts';

/**
 * Capacity is a set of leases, one item for each job that runs, and a counter for each shard of them. A lease and its counter are
 * written in one transaction, so taking and releasing are idempotent, no crash makes a counter drift, and no shard exceeds its
 * limit. The limits of all shards together are the capacity, less what still runs from when it was higher.
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
export type PassResult = 'passed' | 'taken' | 'released';

/** Form of leases and counters, see `readItems`. */
const SCHEMA = 1;

/** Shards that are tried before the counters of all are read. */
const SHARD_PROBES = 3;

/** Times that all counters are read again when others took what was free. */
const MAX_ROUNDS = 5;

/** Keys of a `BatchGetItem` (API reference). */
const BATCH_SIZE = 100;

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
  return (await addLease(capacity, lease)) !== 'full';
}

type TransactionItem = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>[number];

const migrate = (capacity: CapacityTable): Promise<void> =>
  migrateLeases(capacity, (lease, step) => addLease(capacity, lease, step));

/**
 * Places a lease on a shard that has room for it.
 *
 * @param step for a lease that was held before: it is written together with that, or neither is, and the lease is counted also
 *   where the capacity was lowered meanwhile and there is no room
 */
async function addLease(
  capacity: CapacityTable,
  lease: Omit<Lease, 'shard'>,
  step?: TransactionItem,
): Promise<'placed' | 'held' | 'full' | 'refused'> {
  const probed = probeShards(capacity.size, lease.job, SHARD_PROBES);
  const limits = await limitsNow(capacity);
  const hasRoom = (used: CapacityState['used']) => (shard: number) => (used.get(shard) ?? 0) < (limits[shard] ?? 0);
  // What is refused is asked by reading: transactions exclude each other even where their conditions do not hold.
  const { held, used } = await readState(capacity.table, [lease.job], probed);
  if (held.has(lease.job) && !step) return 'held';
  for (const shard of probed.filter(hasRoom(used))) {
    const outcome = await tryShard(capacity, { ...lease, shard }, limits[shard], step);
    if (outcome !== 'full') return outcome;
  }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // All there are were tried just now.
    const free = probed.length === limits.length ? [] : await listShards(capacity, limits.length, hasRoom);
    if (free.length === 0) break;
    for (const shard of free.slice(0, SHARD_PROBES)) {
      const outcome = await tryShard(capacity, { ...lease, shard }, limits[shard], step);
      if (outcome !== 'full') return outcome;
    }
  }
  return step ? tryShard(capacity, { ...lease, shard: 0 }, Number.MAX_SAFE_INTEGER, step) : 'full';
}

const limitsNow = (capacity: CapacityTable): Promise<readonly number[]> =>
  readLimits(capacity, async (shards) => (await readState(capacity.table, [], shards)).used);

async function tryShard(
  { table }: CapacityTable,
  lease: Lease,
  limit = 0,
  step?: TransactionItem,
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
async function listShards(
  { table }: CapacityTable,
  count: number,
  hasRoom: (used: CapacityState['used']) => (shard: number) => boolean,
): Promise<number[]> {
  const shards = Array.from({ length: count }, (_, shard) => shard);
  const { used } = await readState(table, [], shards);
  return shuffle(shards.filter(hasRoom(used)));
}

/** What is there of leases and counters, read at once. */
interface CapacityState {
  /** Leases by job. */
  held: Map<string, Lease>;
  /** Leases that a shard counts. */
  used: Map<number, number>;
}

async function readState(table: string, jobs: readonly string[], shards: readonly number[]): Promise<CapacityState> {
  const state: CapacityState = { held: new Map(), used: new Map() };
  let keys = [...jobs.map(leaseKey), ...shards.map(counterKey)];
  while (keys.length > 0) {
    const request = { [table]: { Keys: keys.slice(0, BATCH_SIZE), ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await dynamodb().send(new BatchGetCommand({ RequestItems: request }));
    const [leases, counters] = separateItems(Responses?.[table] ?? []);
    for (const { name, used } of counters) {
      state.used.set(Number(String(name).slice('slots#'.length)), Number(used ?? 0));
    }
    for (const lease of readItems('lease', SCHEMA, leaseSchema, leases)) state.held.set(lease.job, lease);
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
  const lease = (await readState(capacity.table, [job], [])).held.get(job);
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
 * Passes a lease from a job that ended to one that waited, in one write, so that no newcomer slips in between.
 *
 * @returns `taken` when the next job holds one already; `released` when the lease is gone, or its shard holds more than it may
 *   since the capacity was lowered: it is then to be released
 */
export async function passLease(
  capacity: CapacityTable,
  from: string,
  to: { id: string; account: string },
  now = new Date(),
): Promise<PassResult> {
  const { table } = capacity;
  await migrate(capacity);
  const { held } = await readState(table, [from, to.id], []);
  const lease = held.get(from);
  if (!lease) return 'released';
  if (held.has(to.id)) return 'taken';
  const { used } = await readState(table, [], [lease.shard]);
  if ((used.get(lease.shard) ?? 0) > ((await limitsNow(capacity))[lease.shard] ?? 0)) return 'released';
  const next: Lease = { job: to.id, account: to.account, since: now.toISOString(), shard: lease.shard };
  const reasons = await transactWithReasons(
    () =>
      dynamodb().send(new TransactWriteCommand({ TransactItems: [deleteLease(table, lease), putLease(table, next)] })),
    // Another one is passing its lease to the same job at this moment: there are others that wait.
    { isFinal: ([, ofNext]) => ofNext?.Code === 'TransactionConflict' },
  );
  if (!reasons) return 'passed';
  return reasons[0]?.Code === 'ConditionalCheckFailed' ? 'released' : 'taken';
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
