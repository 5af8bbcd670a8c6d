import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../clients.ts';
import { holds } from '../conditions.ts';
import { type Clock, idleAccounts, nextTicket } from './tickets.ts';

/**
 * Capacity is a set of leases keyed by job id, in one item: taking and giving back are idempotent, and no crash can make a
 * counter drift.
 */
export interface Capacity extends Clock {
  leases: Readonly<Record<string, Lease>>;
}

export interface Lease {
  account: string;
  /** ISO 8601, UTC. */
  since: string;
}

export interface CapacityTable {
  table: string;
  /** Jobs that may run at once. */
  size: number;
}

/** The item's key. */
const KEY = { name: 'jobs' };

/** Times that a ticket is drawn again when another dispatcher drew one for the same account. */
const DRAWS = 20;

/** Idle accounts forgotten per ticket, so that one write stays small. */
const FORGOTTEN = 25;

export async function readCapacity({ table }: CapacityTable): Promise<Capacity> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: KEY, ConsistentRead: true }));
  return (Item as Capacity | undefined) ?? create(table);
}

async function create(table: string): Promise<Capacity> {
  const empty: Capacity = { time: 0, last: {}, leases: {} };
  const created = await holds(() =>
    dynamodb().send(
      new PutCommand({
        TableName: table,
        Item: { ...KEY, ...empty },
        ConditionExpression: 'attribute_not_exists(#name)',
        ExpressionAttributeNames: { '#name': 'name' },
      }),
    ),
  );
  return created ? empty : readCapacity({ table, size: 0 });
}

/**
 * Takes a lease for a job.
 *
 * @returns true when the job holds one now, also when it held it before
 */
export async function takeLease(
  capacity: CapacityTable,
  jobId: string,
  account: string,
  now = new Date(),
): Promise<boolean> {
  const lease: Lease = { account, since: now.toISOString() };
  try {
    await dynamodb().send(
      new UpdateCommand({
        TableName: capacity.table,
        Key: KEY,
        UpdateExpression: 'SET leases.#id = :lease',
        ConditionExpression: 'attribute_not_exists(leases.#id) AND size(leases) < :size',
        ExpressionAttributeNames: { '#id': jobId },
        ExpressionAttributeValues: { ':lease': lease, ':size': capacity.size },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (error.Item) return error.Item.leases?.M?.[jobId] !== undefined;
    await create(capacity.table);
    return takeLease(capacity, jobId, account, now);
  }
}

/** Gives a job's lease back. Returns false when it had none. */
export function releaseLease({ table }: CapacityTable, jobId: string): Promise<boolean> {
  return holds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: KEY,
        UpdateExpression: 'REMOVE leases.#id',
        ConditionExpression: 'attribute_exists(leases.#id)',
        ExpressionAttributeNames: { '#id': jobId },
      }),
    ),
  );
}

/**
 * Passes a lease from a job that ended to one that waited, in one write, so that no newcomer slips in between. Moves the clock
 * to the ticket that was called.
 *
 * @returns false when the lease was gone, the next job holds one already, or there are more leases than there should be
 */
export function passLease(
  { table, size }: CapacityTable,
  from: string,
  to: { id: string; account: string; ticket: number },
  now = new Date(),
): Promise<boolean> {
  return holds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: KEY,
        UpdateExpression: 'SET leases.#to = :lease, #time = :time REMOVE leases.#from',
        ConditionExpression:
          'attribute_exists(leases.#from) AND attribute_not_exists(leases.#to) AND size(leases) <= :size',
        ExpressionAttributeNames: { '#from': from, '#to': to.id, '#time': 'time' },
        ExpressionAttributeValues: {
          ':lease': { account: to.account, since: now.toISOString() } satisfies Lease,
          ':time': to.ticket,
          ':size': size,
        },
      }),
    ),
  );
}

/** Draws a ticket for an account whose job must wait. */
export async function drawTicket(capacity: CapacityTable, account: string): Promise<number> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const clock = await readCapacity(capacity);
    const ticket = nextTicket(clock, account);
    if (await record(capacity.table, clock, account, ticket)) return ticket;
  }
  throw new Error(`No ticket could be drawn for account ${account} in ${DRAWS} tries`);
}

function record(table: string, clock: Clock, account: string, ticket: number): Promise<boolean> {
  const before = clock.last[account];
  const idle = idleAccounts(clock)
    .filter((other) => other !== account)
    .slice(0, FORGOTTEN);
  const forget = idle.map((_, index) => `#last.#idle${index}`);
  return holds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: KEY,
        UpdateExpression: `SET #last.#account = :ticket${forget.length ? ` REMOVE ${forget.join(', ')}` : ''}`,
        ConditionExpression: before === undefined ? 'attribute_not_exists(#last.#account)' : '#last.#account = :before',
        ExpressionAttributeNames: {
          '#last': 'last',
          '#account': account,
          ...Object.fromEntries(idle.map((other, index) => [`#idle${index}`, other])),
        },
        ExpressionAttributeValues: { ':ticket': ticket, ...(before !== undefined && { ':before': before }) },
      }),
    ),
  );
}
