import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../aws/clients.ts';
import { conditionHolds } from '../../aws/conditions.ts';

/**
 * Start-time fair queuing (Goyal, Vin, Cheng 1996) over accounts: a job that must wait gets a start tag one past its account's
 * last one, or past the clock if the account was idle; the lowest tag goes first, and the clock follows the tags that are
 * started. So an account that sends a thousand jobs at once does not hold up one that sends a single one, and it does not
 * starve either.
 *
 * The clock is one item and each account's last tag another. A reader may see the clock late, since it is moved after a job is
 * started. A clock that is `d` tags late gives an idle account at most `d` jobs with tags that the clock has passed: it starts at
 * most `d` jobs before its turn, once, since its own last tag then counts. Nobody starves.
 *
 *   park:   read clock ─ last = max(last, clock) + 1 (conditional)          one write for each account's own item
 *   start:  clock = max(clock, tag) (conditional, only where it moves)       at most one write for each started job
 */

/** The tag that an account's next job gets. @param time the highest tag that was started @param last the account's last tag */
export const nextStartTag = (time: number, last: number | undefined): number => Math.max(time, last ?? 0) + 1;

const CLOCK_KEY = { name: 'clock' };
const tagKey = (account: string) => ({ name: `tag#${account}` });

/** Times that a tag is assigned again when another dispatcher assigned one for the same account. */
const MAX_ATTEMPTS = 20;

/** Seconds that the last tag of an account is remembered: by then the clock has passed it. */
const TAG_LIFETIME = 7 * 86_400;

/** Form of the clock and of the tags, see `readItems`. */
const SCHEMA = 1;

interface ClockItem {
  time?: number;
}

/** The highest tag that was started; 0 before the first. */
export async function readClock(table: string): Promise<number> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: CLOCK_KEY, ConsistentRead: true }));
  return (Item as ClockItem | undefined)?.time ?? 0;
}

/** Assigns the start tag of a job that must wait. @throws Error when other dispatchers are faster 20 times in a row */
export async function assignStartTag({ table }: { table: string }, account: string, now = new Date()): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const time = await readClock(table);
    const tag = (await incrementLastTag(table, account, time, now)) ?? (await restartTags(table, account, time, now));
    if (tag !== undefined) return tag;
  }
  throw new Error(`No start tag could be assigned for account ${account} in ${MAX_ATTEMPTS} tries`);
}

/** One past the account's last tag, where that is not behind the clock. */
async function incrementLastTag(table: string, account: string, time: number, now: Date): Promise<number | undefined> {
  let tag: number | undefined;
  await conditionHolds(async () => {
    const { Attributes } = await dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: tagKey(account),
        UpdateExpression: 'SET tag = tag + :one, expires_at = :expiry',
        ConditionExpression: 'tag >= :time',
        ExpressionAttributeValues: { ':one': 1, ':time': time, ':expiry': expiryOf(now) },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    tag = (Attributes as { tag: number }).tag;
  });
  return tag;
}

/** One past the clock, where the account is idle. */
async function restartTags(table: string, account: string, time: number, now: Date): Promise<number | undefined> {
  const tag = nextStartTag(time, undefined);
  return (await raiseLastTag(table, account, tag, now)) ? tag : undefined;
}

/** Sets an account's last tag, unless it has that or a later one. */
export function raiseLastTag(table: string, account: string, tag: number, now = new Date()): Promise<boolean> {
  return conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: tagKey(account),
        UpdateExpression: 'SET tag = :tag, expires_at = :expiry, #schema = :schema',
        ConditionExpression: 'attribute_not_exists(tag) OR tag < :tag',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: { ':tag': tag, ':expiry': expiryOf(now), ':schema': SCHEMA },
      }),
    ),
  );
}

const expiryOf = (now: Date): number => Math.floor(now.getTime() / 1000) + TAG_LIFETIME;

/** The clock as this process knows it, by table: it never goes back, so a tag that is not beyond it needs no write. */
const knownClocks = new Map<string, number>();

/** Has this process know nothing of clocks, as a new one does. For tests. */
export const resetClocks = (): void => knownClocks.clear();

/** Moves the clock to the tag of a job that was started; one that is there already stays. */
export async function advanceClock(table: string, tag: number): Promise<void> {
  if (tag <= (knownClocks.get(table) ?? 0)) return;
  await conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: CLOCK_KEY,
        UpdateExpression: 'SET #time = :tag, #schema = :schema',
        ConditionExpression: 'attribute_not_exists(#time) OR #time < :tag',
        ExpressionAttributeNames: { '#time': 'time', '#schema': 'schema' },
        ExpressionAttributeValues: { ':tag': tag, ':schema': SCHEMA },
      }),
    ),
  );
  knownClocks.set(table, tag);
}
