import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/clients.ts';
import { conditionHolds } from '../../aws/conditions.ts';
import { advanceClock, raiseLastTag } from './start-tags.ts';

/**
 * Moves what an earlier release kept in one item, all leases and the clock of the start tags, to the items of today.
 *
 *   close   leases → moving, in one write: a function of the old release that still runs finds no room and parks its jobs
 *   move    each lease: remove it from `moving`, put its item, count it, in one transaction; whoever comes first
 *   end     the clock and the tags are copied, the item says that it is empty
 *
 * Every function does this before it takes a lease, so that no lease is taken before all old ones are counted. It may run again, and
 * in many processes at once.
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

/** Places a lease together with a further write. See `placeLease`. */
type AddLease = (lease: OldLease & { job: string }, step: TransactionItem) => Promise<unknown>;

/** Tables whose single item is known to be empty, or never was. */
const migrated = new Set<string>();

/** Has this process look again, as a new one does. For tests. */
export const resetMigrations = (): void => migrated.clear();

/** Moves what is left in the single item of a table. Asks only once in a process. */
export async function migrateLeases({ table }: { table: string }, place: AddLease): Promise<void> {
  if (migrated.has(table)) return;
  let item = await readSingleItem(table);
  if (item?.leases) {
    await closeSingleItem(table);
    item = await readSingleItem(table);
  }
  for (const [job, lease] of Object.entries(item?.moving ?? {})) await moveLease(table, { job, ...lease }, place);
  if (item?.last || item?.time !== undefined) {
    for (const [account, tag] of Object.entries(item.last ?? {})) await raiseLastTag(table, account, tag);
    await advanceClock(table, item.time ?? 0);
  }
  if (item?.moving || item?.last) await endMigration(table);
  migrated.add(table);
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
        UpdateExpression: 'SET moving = leases REMOVE leases',
        ConditionExpression: 'attribute_exists(leases) AND attribute_not_exists(moving)',
      }),
    ),
  );

async function moveLease(table: string, lease: OldLease & { job: string }, place: AddLease): Promise<void> {
  // Another process may have moved it meanwhile: then nothing is written.
  await place(lease, {
    Update: {
      TableName: table,
      Key: SINGLE_ITEM_KEY,
      UpdateExpression: 'REMOVE moving.#job',
      ConditionExpression: 'attribute_exists(moving.#job)',
      ExpressionAttributeNames: { '#job': lease.job },
    },
  });
}

const endMigration = (table: string): Promise<boolean> =>
  conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: SINGLE_ITEM_KEY,
        UpdateExpression: 'REMOVE moving, #last, #time SET #schema = :schema',
        ConditionExpression: 'attribute_not_exists(leases)',
        ExpressionAttributeNames: { '#last': 'last', '#time': 'time', '#schema': 'schema' },
        ExpressionAttributeValues: { ':schema': 1 },
      }),
    ),
  );
