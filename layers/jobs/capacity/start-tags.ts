import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#aws/clients';
import { conditionHolds, getItem, updateItem } from '#aws/table';

/**
 * Start-time fair queuing across accounts (Goyal, Vin, Cheng 1996). A parked job gets the start tag 1 + max(last tag of its account,
 * clock). The job with the lowest tag starts first, and the clock is the highest tag that has started. So an account with a thousand jobs
 * does not delay an account with one, and every job starts eventually.
 *
 *   park:   read the clock ─ last tag = max(last tag, clock) + 1 (conditional)     one item for each account
 *   start:  clock = max(clock, tag) (conditional)                                  one item
 *
 * The clock is written after a job has started, so a reader may see it `d` tags late. An account that was idle then starts at most
 * `d` jobs too early, once.
 */

/** Computes the start tag for the next job of an account. @param time the clock @param last last tag of the account */
export const nextStartTag = (time: number, last: number | undefined): number => Math.max(time, last ?? 0) + 1;

const CLOCK_KEY = { name: 'clock' };
const tagKey = (account: string) => ({ name: `tag#${account}` });

/** Number of attempts to assign a tag while other dispatchers assign tags for the same account. */
const MAX_ATTEMPTS = 20;

/** Lifetime of the last tag of an account, in s. By then, the clock has moved past it. */
const TAG_LIFETIME = 7 * 86_400;

/** Version of the item format for the clock and the tags; see `readItems`. */
const SCHEMA = 1;

/** Reads the clock, which is 0 before the first start. */
export const readVirtualTime = async (table: string): Promise<number> => (await getItem<{ time?: number }>(table, CLOCK_KEY))?.time ?? 0;

/** Assigns a start tag to a job that is about to be parked. @throws Error if all attempts conflict with other dispatchers */
export async function assignStartTag({ table }: { table: string }, account: string): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const time = await readVirtualTime(table);
    const tag = await incrementLastTag(table, account, time);
    if (tag !== undefined) return tag;
    // The account has been idle, or has no tag yet.
    const first = nextStartTag(time, undefined);
    if (await raiseLastTag(table, account, first)) return first;
  }
  throw new Error(`No start tag could be assigned for account ${account} in ${MAX_ATTEMPTS} attempts`);
}

/** Increments the last tag of an account. @returns undefined if the tag is behind the clock */
async function incrementLastTag(table: string, account: string, time: number): Promise<number | undefined> {
  let tag: number | undefined;
  await conditionHolds(async () => {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: tagKey(account),
        UpdateExpression: 'SET tag = tag + :one, expires_at = :expiry',
        ConditionExpression: 'tag >= :time',
        ExpressionAttributeValues: { ':one': 1, ':time': time, ':expiry': expiryOfTag() },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    tag = (Attributes as { tag: number }).tag;
  });
  return tag;
}

/** Raises the last tag of an account. @returns false if it is already that high */
const raiseLastTag = (table: string, account: string, tag: number): Promise<boolean> =>
  updateItem(table, tagKey(account), {
    UpdateExpression: 'SET tag = :tag, expires_at = :expiry, #schema = :schema',
    ConditionExpression: 'attribute_not_exists(tag) OR tag < :tag',
    ExpressionAttributeNames: { '#schema': 'schema' },
    ExpressionAttributeValues: { ':tag': tag, ':expiry': expiryOfTag(), ':schema': SCHEMA },
  });

const expiryOfTag = (): number => Math.floor(Date.now() / 1000) + TAG_LIFETIME;

/** The latest clock value that this process has read, by table. The clock never goes back, so a lower tag does not need to be written. */
const knownClocks = new Map<string, number>();

/** Clears the cached clocks. For tests. */
export const resetClocks = (): void => knownClocks.clear();

/** Advances the clock to the tag of a started job, unless it is already there. */
export async function advanceVirtualTime(table: string, tag: number): Promise<void> {
  if (tag <= (knownClocks.get(table) ?? 0)) return;
  await updateItem(table, CLOCK_KEY, {
    UpdateExpression: 'SET #time = :tag, #schema = :schema',
    ConditionExpression: 'attribute_not_exists(#time) OR #time < :tag',
    ExpressionAttributeNames: { '#time': 'time', '#schema': 'schema' },
    ExpressionAttributeValues: { ':tag': tag, ':schema': SCHEMA },
  });
  knownClocks.set(table, tag);
}
