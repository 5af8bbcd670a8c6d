import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../aws/clients.ts';
import { conditionHolds } from '../aws/conditions.ts';

/**
 * What keeps one customer's trouble from the others: an account has a few slots for deliveries under way, and the endpoint of an
 * account that fails again and again is left alone for a while (a circuit that opens). Both belong to the account, so that nobody
 * can close another's endpoint by naming it.
 */

/** Failures in a row that open the circuit of an endpoint. */
const FAILURES_TO_OPEN = 4;

/** Milliseconds that a circuit stays open the first time; it doubles up to the longest. */
const FIRST_OPEN_TIME = 30_000;
const MAX_OPEN_TIME = 900_000;

/** Seconds that a circuit without news is remembered. */
const CIRCUIT_LIFETIME = 86_400;

export interface Circuit {
  failures: number;
  /** Until when the endpoint is left alone, ms since 1970. */
  open_until?: number;
}

/** The endpoint that an address belongs to: host and port. Paths do not count: what fails for good is a machine. */
const circuitKey = (account: string, url: string) => ({ name: `circuit#${account}#${new URL(url).host}` });

const slotsKey = (account: string) => ({ name: `slots#${account}` });

/** The circuit of an endpoint; undefined while nothing speaks against it. */
export async function findCircuit(table: string, account: string, url: string): Promise<Circuit | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: circuitKey(account, url) }));
  return Item as Circuit | undefined;
}

/** Counts a failure of the endpoint itself: no answer, or one with 5xx or 429. */
export async function recordEndpointFailure(table: string, account: string, url: string, now: number): Promise<void> {
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
  const opening = Math.min(FIRST_OPEN_TIME * 2 ** Math.min(failures - FAILURES_TO_OPEN, 10), MAX_OPEN_TIME);
  await dynamodb().send(
    new UpdateCommand({
      TableName: table,
      Key,
      UpdateExpression: 'SET open_until = :until',
      ExpressionAttributeValues: { ':until': now + opening },
    }),
  );
}

/** The endpoint works. */
export async function closeCircuit(table: string, account: string, url: string): Promise<void> {
  await dynamodb().send(new DeleteCommand({ TableName: table, Key: circuitKey(account, url) }));
}

/**
 * Takes a slot for a delivery of an account.
 *
 * @param holder the delivery; asking again is harmless
 * @param until ms since 1970: the slot is free then even if nobody gives it back
 */
export async function takeSlot(
  table: string,
  account: string,
  holder: string,
  { size, now, until }: { size: number; now: number; until: number },
): Promise<boolean> {
  const Key = slotsKey(account);
  const take = () =>
    conditionHolds(() =>
      dynamodb().send(
        new UpdateCommand({
          TableName: table,
          Key,
          UpdateExpression: 'SET slots.#holder = :until',
          ConditionExpression: 'attribute_exists(slots.#holder) OR size(slots) < :size',
          ExpressionAttributeNames: { '#holder': holder },
          ExpressionAttributeValues: { ':until': until, ':size': size },
        }),
      ),
    );
  if (await take()) return true;
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
  if (Item === undefined) await createSlots(table, account);
  else if (!(await releaseExpiredSlots(table, account, Item.slots as Record<string, number>, now))) return false;
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

/** Frees the slots of deliveries that never ended. Returns whether there were any. */
async function releaseExpiredSlots(
  table: string,
  account: string,
  slots: Readonly<Record<string, number>>,
  now: number,
): Promise<boolean> {
  const expired = Object.keys(slots).filter((holder) => (slots[holder] ?? 0) < now);
  for (const holder of expired) await releaseSlot(table, account, holder);
  return expired.length > 0;
}

export async function releaseSlot(table: string, account: string, holder: string): Promise<void> {
  await conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: slotsKey(account),
        UpdateExpression: 'REMOVE slots.#holder',
        ConditionExpression: 'attribute_exists(slots)',
        ExpressionAttributeNames: { '#holder': holder },
      }),
    ),
  );
}
