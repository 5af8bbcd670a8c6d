import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from './clients.ts';
import { conditionHolds } from './conditions.ts';

type Key = Record<string, string>;

/** Reads an item of a table, by default with a consistent read. @returns undefined where there is none */
export async function getItem<Item extends object>(table: string, key: Key, { consistent = true } = {}): Promise<Item | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: key, ConsistentRead: consistent }));
  return Item as Item | undefined;
}

/** Updates an item of a table. @returns false when its condition failed */
export const updateItem = (table: string, key: Key, update: Omit<UpdateCommandInput, 'TableName' | 'Key'>): Promise<boolean> =>
  conditionHolds(() => dynamodb().send(new UpdateCommand({ TableName: table, Key: key, ...update })));
