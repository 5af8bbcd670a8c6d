import { readFileSync } from 'node:fs';
import { type AttributeValue, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '#aws/clients';

const ids = v.array(v.string());

/**
 * What release cf28eb4 has left in its tables, in the form of DynamoDB's own answers: three jobs that run or are about to, under a
 * capacity of three, with others in every place of the index; tokens, a budget, what was learned, ledger rows, and the state of
 * webhooks.
 */
const fixtureSchema = v.object({
  capacity: v.number(),
  jobs: v.object({
    arriving: v.string(),
    waiting: v.string(),
    running: ids,
    dispatched: v.string(),
    parked: ids,
    unannounced: v.string(),
    unaudited: v.string(),
    cancelled: v.string(),
    deleted: v.string(),
  }),
  items: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
});

export const previous = v.parse(
  fixtureSchema,
  JSON.parse(readFileSync(new URL('fixtures/previous-release.json', import.meta.url), 'utf8')),
);

/** Unix seconds at which no restored item has expired yet: the fixture has the time of the day on which it was recorded. */
const later = () => ({ N: String(Math.floor(Date.now() / 1000) + 86_400) });

/** Puts the items of the previous release into the tables of this process, as if they had been left just now. */
export async function restorePrevious(tables = Object.keys(previous.items)): Promise<void> {
  for (const table of tables) {
    for (const item of previous.items[table] ?? []) {
      const Item = { ...item, ...(item.expires_at !== undefined && { expires_at: later() }) } as Record<string, AttributeValue>;
      const command = new PutItemCommand({ TableName: table, Item });
      await dynamodb().send(command as never);
    }
  }
}
