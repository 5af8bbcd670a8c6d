import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#aws/clients';
import { conditionHolds } from '#aws/conditions';
import { getItem } from '#aws/table';

const KEY = { name: 'sums' };

/**
 * The time since which sums count the rows of the ledger: that of the first call. (Release 0.1 had no sums.)
 *
 * @returns ms since 1970
 */
export async function readSumsStart(table: string, now: Date): Promise<number> {
  const item = await getItem<{ since?: string }>(table, KEY, { consistent: false });
  if (item?.since !== undefined) return Date.parse(item.since);
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
