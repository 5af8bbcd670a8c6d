import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '../../aws/clients.ts';
import { conditionHolds } from '../../aws/conditions.ts';
import { readItems } from '../../aws/items.ts';

const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,18}$/),
  v.transform((digits) => BigInt(digits)),
);

/** The newest form of an account that this release reads, see `readItems`. */
const SCHEMA = 1;

/** `2026-11` */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/));

const itemSchema = v.object({
  name: v.pipe(v.string(), v.startsWith('account#')),
  /** Pico-dollars a month; absent where the account has no budget. */
  budget: v.optional(amount),
  /** Whether jobs are refused once the budget is spent. */
  stop: v.optional(v.boolean(), false),
  /** The month that the days are of. */
  month: v.optional(month),
  /** Pico-dollars by day of the month. */
  days: v.optional(v.record(v.string(), amount), {}),
});

/** What an account may spend in a month, and has spent. */
export interface Budget {
  account: string;
  /** Pico-dollars a month. */
  limit: bigint;
  stop: boolean;
  /** Pico-dollars in the month that was asked for, as of the last aggregation. */
  spent: bigint;
}

const keyOf = (account: string): { name: string } => ({ name: `account#${account}` });

/** The month of an instant in UTC: budgets begin anew with each. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** The budget of an account; undefined where it has none. */
export async function findBudget(table: string, account: string, now = new Date()): Promise<Budget | undefined> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: keyOf(account) }));
  return Item && readBudget(Item, monthOf(now));
}

/** All budgets, by account. */
export async function listBudgets(table: string, now = new Date()): Promise<Budget[]> {
  const budgets: Budget[] = [];
  for await (const { Items = [] } of paginateScan({ client: dynamodb() }, { TableName: table })) {
    const accounts = Items.filter(({ name }) => String(name).startsWith('account#'));
    budgets.push(...accounts.flatMap((item) => readBudget(item, monthOf(now)) ?? []));
  }
  return budgets.sort((a, b) => (a.account < b.account ? -1 : 1));
}

/** Sets the budget of an account from now on; what it has spent this month counts. */
export async function setBudget(
  table: string,
  account: string,
  { limit, stop }: { limit: bigint; stop: boolean },
): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: table,
      Key: keyOf(account),
      UpdateExpression: 'SET budget = :budget, #stop = :stop',
      ExpressionAttributeNames: { '#stop': 'stop' },
      ExpressionAttributeValues: { ':budget': String(limit), ':stop': stop },
    }),
  );
}

/** Removes the budget of an account. Its spending is kept. @returns false when it had none */
export const removeBudget = (table: string, account: string): Promise<boolean> =>
  conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: keyOf(account),
        UpdateExpression: 'REMOVE budget, #stop',
        ConditionExpression: 'attribute_exists(budget)',
        ExpressionAttributeNames: { '#stop': 'stop' },
      }),
    ),
  );

/**
 * Records what an account has spent on a day. A later value of the same day replaces it; a new month starts without other days.
 *
 * The operator writes `budget` and `stop`, the aggregation `month` and `days`: neither overwrites the other.
 */
export async function recordSpending(table: string, account: string, day: string, spent: bigint): Promise<void> {
  const values = { ':month': day.slice(0, 7), ':spent': String(spent) };
  const sameMonth = await conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: keyOf(account),
        UpdateExpression: 'SET days.#day = :spent',
        ConditionExpression: '#month = :month',
        ExpressionAttributeNames: { '#day': day, '#month': 'month' },
        ExpressionAttributeValues: values,
      }),
    ),
  );
  if (sameMonth) return;
  await conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: keyOf(account),
        UpdateExpression: 'SET #month = :month, days = :days',
        // A day of a month that is over has come late.
        ConditionExpression: 'attribute_not_exists(#month) OR #month < :month',
        ExpressionAttributeNames: { '#month': 'month' },
        ExpressionAttributeValues: { ':month': values[':month'], ':days': { [day]: values[':spent'] } },
      }),
    ),
  );
}

/** Levels of spending that are reported: most of the budget, or all of it. */
export type BudgetLevel = 'warned' | 'reached';

/**
 * Records that a level of spending is reported. Of two aggregations at once, one reports it.
 *
 * @returns false when the level was reported before, for the same budget and month
 */
export const recordBudgetAlert = (
  table: string,
  { account, limit }: Budget,
  level: BudgetLevel,
  now = new Date(),
): Promise<boolean> =>
  conditionHolds(() =>
    dynamodb().send(
      new UpdateCommand({
        TableName: table,
        Key: keyOf(account),
        UpdateExpression: 'SET told = :told',
        ConditionExpression: 'attribute_not_exists(told) OR told <> :told',
        ExpressionAttributeValues: { ':told': `${monthOf(now)} ${level} ${limit}` },
      }),
    ),
  );

function readBudget(item: Record<string, unknown>, asked: string): Budget | undefined {
  const [account] = readItems('account', SCHEMA, itemSchema, [item]);
  if (account?.budget === undefined) return undefined;
  const { name, budget, stop, month: known, days } = account;
  const spent = known === asked ? Object.values(days).reduce((sum, day) => sum + day, 0n) : 0n;
  return { account: name.slice('account#'.length), limit: budget, stop, spent };
}
