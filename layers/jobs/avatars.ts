import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type AvatarRecord, isAvatarId, type JobSpecification, LIMITS, type Sex } from '@talking-avatar/contract';
import { dynamodb } from '#aws/clients';
import { getItem, transact } from '#aws/table';
import { InvalidJobError } from './errors.ts';

/** Sort key of the item with the avatar count. It sorts before all IDs. */
const COUNT = '#count';

/** The lowest sort key of an avatar. */
const FIRST_ID = '0';

/** Finds an account's avatar. @returns undefined for an unknown ID, including the IDs of other accounts */
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

/**
 * Stores and counts an avatar. If two requests compete for the last free slot, one succeeds.
 * @returns false if the account has the maximum
 */
export async function addAvatar(table: string, record: AvatarRecord): Promise<boolean> {
  const failed = await transact(() =>
    dynamodb().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: table,
              Key: { account: record.account, id: COUNT },
              UpdateExpression: 'SET avatars = if_not_exists(avatars, :none) + :one',
              ConditionExpression: 'attribute_not_exists(avatars) OR avatars < :most',
              ExpressionAttributeValues: { ':none': 0, ':one': 1, ':most': LIMITS.avatars },
            },
          },
          { Put: { TableName: table, Item: record, ConditionExpression: 'attribute_not_exists(id)' } },
        ],
      }),
    ),
  );
  return failed === null;
}

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
 * Finds the account's own avatar that a job uses as its actor.
 * @returns the sex of its voice; undefined for a built-in actor
 * @throws InvalidJobError if the account has no such avatar
 */
export async function findActorAvatar(
  table: string,
  account: string,
  { actor }: Pick<JobSpecification, 'actor'>,
): Promise<{ sex: Sex } | undefined> {
  if (!isAvatarId(actor)) return undefined;
  const avatar = await findAvatar(table, account, actor);
  if (!avatar) throw new InvalidJobError('actor: this account has no avatar with this ID; list them with GET /lipsync/avatars');
  return { sex: avatar.sex };
}
