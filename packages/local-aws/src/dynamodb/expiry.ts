import { ServiceError } from '../gateway/index.ts';
import type { Item } from './dynalite.ts';
import { commit, type Database, isConditionFailure, pickKey, write } from './operations.ts';
import { TOKEN_PREFIX } from './transactions.ts';

/**
 * Rows that expired more than this many seconds ago are kept. DynamoDB has this five-year limit to protect against timestamps in the wrong
 * unit.
 */
const OLDEST_SECONDS = 5 * 365 * 24 * 60 * 60;

function hasExpired(item: Item, attribute: string, now: number): boolean {
  const expires = item[attribute]?.N;
  return typeof expires === 'string' && Number(expires) <= now && Number(expires) > now - OLDEST_SECONDS;
}

async function expireTable(database: Database, name: string, attribute: string, now: number): Promise<void> {
  const table = database.tables.get(name)!;
  for await (const item of database.store.getItemDb(name).createValueStream({})) {
    if (!hasExpired(item, attribute, now)) continue;
    await write(database, 'DeleteItem', {
      TableName: name,
      Key: pickKey(table, item),
      // The row may have been renewed since it was read.
      ConditionExpression: '#expires = :seen',
      ExpressionAttributeNames: { '#expires': attribute },
      ExpressionAttributeValues: { ':seen': item[attribute] },
    }).catch((error: unknown) => {
      if (!(error instanceof ServiceError && isConditionFailure(error))) throw error;
    });
  }
}

async function expireTokens(database: Database, now: number): Promise<void> {
  const stale: string[] = [];
  for await (const [key, value] of database.store.db.iterator({ gte: TOKEN_PREFIX, lt: `${TOKEN_PREFIX}\uffff` })) {
    if ((value as { expires: number }).expires < now * 1000) stale.push(key);
  }
  await commit(
    database,
    stale.map((key) => ({ type: 'del', key })),
  );
}

/** Deletes expired rows and request tokens. @param attributes time-to-live attribute by table @param now Unix time in seconds */
export async function expire(
  database: Database,
  attributes: ReadonlyMap<string, string>,
  now = Math.floor(Date.now() / 1000),
): Promise<void> {
  for (const [table, attribute] of attributes) await expireTable(database, table, attribute, now);
  await expireTokens(database, now);
}
