import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/clients.ts';
import { conditionHolds } from '../../aws/conditions.ts';

const KEY = { name: 'sums' };

/**
 * Since when rows of the ledger are counted by sums: the first time that this was asked.
 *
 * Rows that the earlier release writes after a rollback are in no sum: see `hasUncounted`.
 *
 * @returns ms since 1970
 */
export async function countedSince(table: string, now: Date): Promise<number> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: KEY }));
  if (typeof Item?.since === 'string') return Date.parse(Item.since);
  await conditionHolds(() =>
    dynamodb().send(
      new PutCommand({
        TableName: table,
        Item: { ...KEY, since: now.toISOString(), schema: 1 },
        ConditionExpression: 'attribute_not_exists(#name)',
        ExpressionAttributeNames: { '#name': 'name' },
      }),
    ),
  );
  return now.getTime();
}
