import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#aws/clients';
import { backoff } from '#aws/clock';
import { conditionHolds, getItem, updateItem } from '#aws/table';

/**
 * Limits that protect other accounts from a slow or failing receiver. Each account has a few slots for concurrent deliveries, and a circuit
 * breaker pauses deliveries to a failing endpoint. Both are per account, so accounts do not affect each other.
 */

/** Number of consecutive failures that opens the circuit for an endpoint. */
const FAILURES_TO_OPEN = 4;

/** How long a circuit stays open the first time, and the maximum, in ms. The duration doubles with each failure. */
const FIRST_OPEN_TIME = 30_000;
const MAX_OPEN_TIME = 900_000;

/** Lifetime of a circuit after its last failure, in s. */
const CIRCUIT_LIFETIME = 86_400;

export interface Circuit {
  failures: number;
  /** No attempts are made until this time, in ms since 1970. */
  open_until?: number;
}

const circuitKey = (account: string, url: string) => ({ name: `circuit#${account}#${new URL(url).host}` });

const slotsKey = (account: string) => ({ name: `slots#${account}` });

/** Finds the circuit for an endpoint. @returns undefined if there were no recent failures */
export const findCircuit = (table: string, account: string, url: string): Promise<Circuit | undefined> =>
  getItem<Circuit>(table, circuitKey(account, url), { consistent: false });

/** Counts a failure of an endpoint, and opens its circuit after `FAILURES_TO_OPEN` failures. */
export async function recordEndpointFailure(table: string, account: string, url: string): Promise<void> {
  const now = Date.now();
  const Key = circuitKey(account, url);
  const { Attributes } = await dynamodb().send(
    new UpdateCommand({
      TableName: table,
      Key,
      UpdateExpression: 'SET expires_at = :expiry ADD failures :one',
      ExpressionAttributeValues: { ':one': 1, ':expiry': Math.floor(now / 1000) + CIRCUIT_LIFETIME },
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { failures } = Attributes as Circuit;
  if (failures < FAILURES_TO_OPEN) return;
  const openTime = backoff(failures - FAILURES_TO_OPEN, { first: FIRST_OPEN_TIME, max: MAX_OPEN_TIME });
  await updateItem(table, Key, {
    UpdateExpression: 'SET open_until = :until',
    ExpressionAttributeValues: { ':until': now + openTime },
  });
}

/** Closes the circuit for an endpoint after a response that does not count as a failure. */
export async function closeCircuit(table: string, account: string, url: string): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: table, Key: circuitKey(account, url) }));
}

/**
 * Takes one of the account's `size` slots until `until`, in ms since 1970. If all are taken, expired slots (of dead holders) are freed.
 * @param holder attempt ID; taking a slot again for the same attempt succeeds
 * @returns false if all slots are taken
 */
export async function takeSlot(
  table: string,
  account: string,
  holder: string,
  { size, now, until }: { size: number; now: number; until: number },
): Promise<boolean> {
  const Key = slotsKey(account);
  const take = () =>
    updateItem(table, Key, {
      UpdateExpression: 'SET slots.#holder = :until',
      ConditionExpression: 'attribute_exists(slots.#holder) OR size(slots) < :size',
      ExpressionAttributeNames: { '#holder': holder },
      ExpressionAttributeValues: { ':until': until, ':size': size },
    });
  if (await take()) return true;
  const item = await getItem<{ slots: Record<string, number> }>(table, Key);
  if (item === undefined) await createSlots(table, account);
  else if (!(await releaseExpiredSlots(table, account, item.slots, now))) return false;
  return take();
}

async function createSlots(table: string, account: string): Promise<void> {
  await conditionHolds(() =>
    dynamodb().send(
      new PutCommand({
        TableName: table,
        Item: { ...slotsKey(account), slots: {} },
        ConditionExpression: 'attribute_not_exists(#name)',
        ExpressionAttributeNames: { '#name': 'name' },
      }),
    ),
  );
}

/** Releases expired slots. @returns true if there were any */
async function releaseExpiredSlots(table: string, account: string, slots: Readonly<Record<string, number>>, now: number): Promise<boolean> {
  const expired = Object.keys(slots).filter((holder) => (slots[holder] ?? 0) < now);
  for (const holder of expired) await releaseSlot(table, account, holder);
  return expired.length > 0;
}

export async function releaseSlot(table: string, account: string, holder: string): Promise<void> {
  await updateItem(table, slotsKey(account), {
    UpdateExpression: 'REMOVE slots.#holder',
    ConditionExpression: 'attribute_exists(slots)',
    ExpressionAttributeNames: { '#holder': holder },
  });
}
