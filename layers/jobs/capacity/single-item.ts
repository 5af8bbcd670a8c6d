import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { getItem, updateItem } from '#aws/table';
import { advanceVirtualTime, raiseLastTag } from './start-tags.ts';

/**
 * Upgrade from release 0.1, which kept all leases, start tags and the clock in one item. Its content is moved to separate items:
 *
 *   close   rename `leases` to `moving`
 *   move    each lease in one transaction: remove it from `moving`, put its own item, count it
 *   end     copy clock and tags, and leave the item empty
 *
 * Every function does this before it takes a lease, so that old leases count. Many processes may do it at the same time, and it may
 * run again: what functions of 0.1 still write during an upgrade is moved within a minute. After a rollback, 0.1 finds an empty item
 * and counts from zero.
 */
const SINGLE_ITEM_KEY = { name: 'jobs' };

interface SingleItem {
  leases?: Record<string, OldLease>;
  moving?: Record<string, OldLease>;
  last?: Record<string, number>;
  time?: number;
}

interface OldLease {
  account: string;
  since: string;
}

type TransactionItem = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>[number];

/** Adds a lease and removes the old one in one transaction, see `addLease`. */
type AddLease = (lease: OldLease & { job: string }, removal: TransactionItem) => Promise<unknown>;

/** How often a process checks the item for new content, ms. */
const CHECK_INTERVAL = 60_000;

/** Most rounds while functions of 0.1 write to the item. */
const MAX_ROUNDS = 5;

/** When the item of a table was last found empty, ms since 1970. */
const migrated = new Map<string, number>();

/** Makes this process check again. For tests. */
export const resetMigrations = (): void => migrated.clear();

/** Moves the content of a table's single item. A process checks it once a minute. */
export async function migrateLeases({ table }: { table: string }, add: AddLease): Promise<void> {
  const now = Date.now();
  if (now - (migrated.get(table) ?? 0) < CHECK_INTERVAL) return;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const item = await getItem<SingleItem>(table, SINGLE_ITEM_KEY);
    if (!item || isEmpty(item)) break;
    if (item.moving) await finishMigration(table, item, add);
    else await closeSingleItem(table);
  }
  migrated.set(table, now);
}

/** Whether there is nothing to move, and 0.1 finds the attributes that it needs. */
const isEmpty = ({ leases, moving, last }: SingleItem): boolean =>
  [leases, last].every((each) => each && Object.keys(each).length === 0) && !moving;

async function finishMigration(table: string, { moving = {}, last = {}, time = 0 }: SingleItem, add: AddLease): Promise<void> {
  for (const [job, lease] of Object.entries(moving)) await moveLease(table, { job, ...lease }, add);
  for (const [account, tag] of Object.entries(last)) await raiseLastTag(table, account, tag);
  await advanceVirtualTime(table, time);
  await endMigration(table);
}

const closeSingleItem = (table: string): Promise<boolean> =>
  updateItem(table, SINGLE_ITEM_KEY, {
    UpdateExpression: 'SET moving = if_not_exists(leases, :none), leases = :none',
    ConditionExpression: 'attribute_exists(#name) AND attribute_not_exists(moving)',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':none': {} },
  });

async function moveLease(table: string, lease: OldLease & { job: string }, add: AddLease): Promise<void> {
  const removal = {
    UpdateExpression: 'REMOVE moving.#job',
    ConditionExpression: 'attribute_exists(moving.#job)',
    ExpressionAttributeNames: { '#job': lease.job },
  };
  // When another process has moved it meanwhile, nothing is written. A job that has a lease already needs no other.
  if ((await add(lease, { Update: { TableName: table, Key: SINGLE_ITEM_KEY, ...removal } })) === 'held')
    await updateItem(table, SINGLE_ITEM_KEY, removal);
}

const endMigration = (table: string): Promise<boolean> =>
  updateItem(table, SINGLE_ITEM_KEY, {
    UpdateExpression:
      'SET #last = :none, #time = if_not_exists(#time, :zero), leases = if_not_exists(leases, :none), #schema = :schema REMOVE moving',
    ConditionExpression: 'size(moving) = :zero',
    ExpressionAttributeNames: { '#last': 'last', '#time': 'time', '#schema': 'schema' },
    ExpressionAttributeValues: { ':none': {}, ':zero': 0, ':schema': 1 },
  });
