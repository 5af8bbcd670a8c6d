import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import {
  type AvatarImport,
  type AvatarRecord,
  isAvatarId,
  isReady,
  isTerminal,
  type JobRecord,
  type JobSpecification,
  LIMITS,
  type Sex,
} from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { getItem, transact, updateItem } from '#aws/table';
import { InvalidJobError } from './errors.ts';

/** Sort key of the item that stores the number of avatars and the last import. It sorts before all IDs. */
const COUNT = '#count';

/** Lower bound for the sort key of an avatar. */
const FIRST_ID = '0';

/** Finds one of the account's avatars. @returns undefined for an unknown ID, including IDs from other accounts */
export async function findAvatar(table: string, account: string, id: string): Promise<AvatarRecord | undefined> {
  return getItem<AvatarRecord>(table, { account, id });
}

export async function listAvatars(table: string, account: string): Promise<AvatarRecord[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'account = :account AND id >= :first',
      ExpressionAttributeValues: { ':account': account, ':first': FIRST_ID },
      ConsistentRead: true,
    }),
  );
  return (Items as AvatarRecord[]).sort((a, b) => a.created_at.localeCompare(b.created_at));
}

/** Finds the job that imports an avatar. It has the same ID as the avatar. @returns undefined if its record has expired */
export async function findImport(
  jobsTable: string,
  { account, id }: Pick<AvatarRecord, 'account' | 'id'>,
): Promise<AvatarImport | undefined> {
  const job = await getItem<JobRecord>(jobsTable, { id });
  return job?.account === account ? job : undefined;
}

/** Returns the ID of the last import that was accepted from the account; undefined if there was none. */
export const findLastImport = async (table: string, account: string): Promise<string | undefined> =>
  (await getItem<{ importing?: string }>(table, { account, id: COUNT }))?.importing;

/** True if the import of the avatar has ended without success. */
export async function hasImportFailed(jobsTable: string, avatar: AvatarRecord): Promise<boolean> {
  if (isReady(avatar)) return false;
  const job = await findImport(jobsTable, avatar);
  return !job || isTerminal(job.status);
}

/**
 * Stores and counts an avatar whose import is accepted. If two requests compete for the last free place or import, one succeeds.
 * @param ended ID of the account's last import, which has ended
 * @returns false if the account has the maximum number of avatars, or another import has begun
 */
export async function addAvatar(table: string, record: AvatarRecord, ended = ''): Promise<boolean> {
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: table,
              Key: { account: record.account, id: COUNT },
              UpdateExpression: 'SET avatars = if_not_exists(avatars, :none) + :one, importing = :id',
              ConditionExpression:
                '(attribute_not_exists(avatars) OR avatars < :most) AND (attribute_not_exists(importing) OR importing = :ended)',
              ExpressionAttributeValues: { ':none': 0, ':one': 1, ':most': LIMITS.avatars, ':id': record.id, ':ended': ended },
            },
          },
          { Put: { TableName: table, Item: record, ConditionExpression: 'attribute_not_exists(id)' } },
        ],
      }),
    ),
  );
  return failed === null;
}

/** Marks an avatar as ready. @param size size of its stored file, in bytes @returns false if it was deleted */
export const markReady = (table: string, { account, id }: Pick<AvatarRecord, 'account' | 'id'>, size: number): Promise<boolean> =>
  updateItem(
    table,
    { account, id },
    {
      UpdateExpression: 'SET #size = :size',
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeNames: { '#size': 'size' },
      ExpressionAttributeValues: { ':size': size },
    },
  );

/** Deletes an avatar and decrements the count. @returns false if it was already deleted */
export async function deleteAvatar(table: string, account: string, id: string): Promise<boolean> {
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: [
          { Delete: { TableName: table, Key: { account, id }, ConditionExpression: 'attribute_exists(id)' } },
          {
            Update: {
              TableName: table,
              Key: { account, id: COUNT },
              UpdateExpression: 'SET avatars = avatars - :one',
              ExpressionAttributeValues: { ':one': 1 },
            },
          },
        ],
      }),
    ),
  );
  return failed === null;
}

/**
 * Finds the account's custom avatar that a job uses as its actor.
 * @returns the sex of its voice; undefined for a built-in actor
 * @throws InvalidJobError if the account has no such avatar, or the avatar is not ready
 */
export async function findActorAvatar(
  table: string,
  account: string,
  { actor }: Pick<JobSpecification, 'actor'>,
): Promise<{ sex: Sex } | undefined> {
  if (!isAvatarId(actor)) return undefined;
  const avatar = await findAvatar(table, account, actor);
  if (!avatar) throw new InvalidJobError('actor: this account has no avatar with this ID; list them with GET /lipsync/avatars');
  if (!isReady(avatar))
    throw new InvalidJobError(
      `actor: this avatar is not ready: its import must have succeeded; see GET /lipsync/avatars/${actor}`,
      'actor: this avatar is not ready',
    );
  return { sex: avatar.sex };
}
