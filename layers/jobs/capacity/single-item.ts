import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/clients.ts';
import { conditionHolds } from '../../aws/conditions.ts';
import { advanceClock, raiseLastTag } from './start-tags.ts';

/**
 * Moves what an earlier release kept in one item, all leases and the clock of the start tags, to the items of today.
 *
 *   close   leases → moving, in one write
 *   move    each lease: remove it from `moving`, put its item, count it, in one transaction; whoever comes first
 *   end     the clock and the tags are copied, the item is as the earlier release leaves it when nothing runs
 *
 * Every function does this before it takes a lease, so that no lease is taken before all old ones are counted. It may run again, and
 * in many processes at once. After a rollback the earlier release finds an empty item and counts from zero. What it writes there,
 * also in functions of it that still run during an upgrade, is moved within a minute.
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

/** Places a lease together with a further write. See `addLease`. */
type AddLease = (lease: OldLease & { job: string }, step: TransactionItem) => Promise<unknown>;

/** Ms after which a process looks again for what functions of the earlier release have written since. */
const CHECK_INTERVAL = 60_000;

/** Times that the item is moved in a row while functions of the earlier release write to it. */
const MAX_ROUNDS = 5;

/** When the single item of a table was last found empty, ms since 1970. */
const migrated = new Map<string, number>();

/** Has this process look again, as a new one does. For tests. */
export const resetMigrations = (): void => migrated.clear();

/** Moves what is in the single item of a table. Looks once a minute in a process. */
export async function migrateLeases({ table }: { table: string }, place: AddLease): Promise<void> {
  const now = Date.now();
  if (now - (migrated.get(table) ?? 0) < CHECK_INTERVAL) return;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const item = await readSingleItem(table);
    if (!item || isEmpty(item)) break;
    if (item.moving) await finishMigration(table, item, place);
    else await closeSingleItem(table);
  }
  migrated.set(table, now);
}

/** Whether there is nothing to move, and the earlier release finds what it needs. */
const isEmpty = ({ leases, moving, last }: SingleItem): boolean =>
  [leases, last].every((each) => each && Object.keys(each).length === 0) && !moving;

async function finishMigration(
  table: string,
  { moving = {}, last = {}, time = 0 }: SingleItem,
  place: AddLease,
): Promise<void> {
  for (const [job, lease] of Object.entries(moving)) await moveLease(table, { job, ...lease }, place);
  for (const [account, tag] of Object.entries(last)) await raiseLastTag(table, account, tag);
  await advanceClock(table, time);
  await endMigration(table);
}

async function readSingleItem(table: string): Promise<SingleItem | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: table, Key: SINGLE_ITEM_KEY, ConsistentRead: true }),
  );
  return Item as SingleItem | undefined;
}

const closeSingleItem = (table: string): Promise<boolean> =>
  conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: SINGLE_ITEM_KEY,
        UpdateExpression: 'SET moving = if_not_exists(leases, :none), leases = :none',
        ConditionExpression: 'attribute_exists(#name) AND attribute_not_exists(moving)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':none': {} },
      }),
    ),
  );

async function moveLease(table: string, lease: OldLease & { job: string }, place: AddLease): Promise<void> {
  const remove = {
    TableName: table,
    Key: SINGLE_ITEM_KEY,
    UpdateExpression: 'REMOVE moving.#job',
    ConditionExpression: 'attribute_exists(moving.#job)',
    ExpressionAttributeNames: { '#job': lease.job },
  };
  // Another process may have moved it meanwhile: then nothing is written. A job that has a lease of today needs no other.
  if ((await place(lease, { Update: remove })) === 'held')
    await conditionHolds(() => dynamodb().send(new UpdateCommand(remove)));
}

const endMigration = (table: string): Promise<boolean> =>
  conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: SINGLE_ITEM_KEY,
        UpdateExpression:
          'SET #last = :none, #time = if_not_exists(#time, :zero), leases = if_not_exists(leases, :none), #schema = :schema REMOVE moving',
        ConditionExpression: 'size(moving) = :zero',
        ExpressionAttributeNames: { '#last': 'last', '#time': 'time', '#schema': 'schema' },
        ExpressionAttributeValues: { ':none': {}, ':zero': 0, ':schema': 1 },
      }),
    ),
  );
