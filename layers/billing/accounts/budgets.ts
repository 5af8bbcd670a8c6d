import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '#aws/clients';
import { type Clock, isoTime } from '#aws/clock';
import { getItem, readItems, updateItem } from '#aws/table';
import { BudgetReachedError } from '../errors.ts';

const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,18}$/),
  v.transform((digits) => BigInt(digits)),
);

/** Version of the item format; see `readItems`. */
const SCHEMA = 1;

/** `2026-11` */
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/));

const itemSchema = v.object({
  name: v.pipe(v.string(), v.startsWith('account#')),
  /** Pico-dollars per month; absent if there is no budget. */
  budget: v.optional(amount),
  /** True to reject jobs once the budget is used up. */
  stop: v.optional(v.boolean(), false),
  /** The month that `days` belongs to. */
  month: v.optional(month),
  /** Pico-dollars by day of the month. */
  days: v.optional(v.record(v.string(), amount), {}),
});

/** An account's budget and spending. */
export interface Budget {
  account: string;
  /** Pico-dollars per month. */
  limit: bigint;
  stop: boolean;
  /** This month's spending as of the last aggregation, in pico-dollars. */
  spent: bigint;
}

const keyOf = (account: string): { name: string } => ({ name: `account#${account}` });

/** Returns the month (UTC) that contains a time, such as `2026-11`. @param time in ms since 1970 */
export const monthOf = (time: number): string => isoTime(time).slice(0, 7);

/** Finds an account's budget. @returns undefined if it has no budget */
export async function findBudget(table: string, account: string, clock: Clock = Date.now): Promise<Budget | undefined> {
  const item = await getItem<Record<string, unknown>>(table, keyOf(account), { consistent: false });
  return item && readBudget(item, monthOf(clock()));
}

export async function listBudgets(table: string, clock: Clock = Date.now): Promise<Budget[]> {
  const month = monthOf(clock());
  const budgets: Budget[] = [];
  for await (const { Items = [] } of paginateScan({ client: dynamodb() }, { TableName: table })) {
    const accounts = Items.filter(({ name }) => String(name).startsWith('account#'));
    budgets.push(...accounts.flatMap((item) => readBudget(item, month) ?? []));
  }
  return budgets.sort((a, b) => (a.account < b.account ? -1 : 1));
}

/** Sets the budget of an account. Money already spent this month counts toward it. */
export async function setBudget(table: string, account: string, { limit, stop }: { limit: bigint; stop: boolean }): Promise<void> {
  await updateItem(table, keyOf(account), {
    UpdateExpression: 'SET budget = :budget, #stop = :stop',
    ExpressionAttributeNames: { '#stop': 'stop' },
    ExpressionAttributeValues: { ':budget': String(limit), ':stop': stop },
  });
}

/** Removes the budget of an account but keeps its spending. @returns false if it had no budget */
export const removeBudget = (table: string, account: string): Promise<boolean> =>
  updateItem(table, keyOf(account), {
    UpdateExpression: 'REMOVE budget, #stop',
    ConditionExpression: 'attribute_exists(budget)',
    ExpressionAttributeNames: { '#stop': 'stop' },
  });

/** Stores the spending of an account on one day, replacing any earlier value. */
export async function recordSpending(table: string, account: string, day: string, spent: bigint): Promise<void> {
  const values = { ':month': day.slice(0, 7), ':spent': String(spent) };
  const sameMonth = await updateItem(table, keyOf(account), {
    UpdateExpression: 'SET days.#day = :spent',
    ConditionExpression: '#month = :month',
    ExpressionAttributeNames: { '#day': day, '#month': 'month' },
    ExpressionAttributeValues: values,
  });
  if (sameMonth) return;
  await updateItem(table, keyOf(account), {
    UpdateExpression: 'SET #month = :month, days = :days',
    // Ignores a late value from an earlier month.
    ConditionExpression: 'attribute_not_exists(#month) OR #month < :month',
    ExpressionAttributeNames: { '#month': 'month' },
    ExpressionAttributeValues: { ':month': values[':month'], ':days': { [day]: values[':spent'] } },
  });
}

/** Spending levels to report: most of the budget, or all of it. */
export type BudgetLevel = 'warned' | 'reached';

/** Records that a level was reported, once per budget and month. @param month `2026-11` @returns false if it was already reported */
export const recordBudgetAlert = (table: string, { account, limit }: Budget, level: BudgetLevel, month: string): Promise<boolean> =>
  updateItem(table, keyOf(account), {
    UpdateExpression: 'SET last_alert = :alert',
    ConditionExpression: 'attribute_not_exists(last_alert) OR last_alert <> :alert',
    ExpressionAttributeValues: { ':alert': `${month} ${level} ${limit}` },
  });

function readBudget(item: Record<string, unknown>, currentMonth: string): Budget | undefined {
  const [account] = readItems('account', SCHEMA, itemSchema, [item]);
  if (account?.budget === undefined) return undefined;
  const { name, budget, stop, month: storedMonth, days } = account;
  const spent = storedMonth === currentMonth ? Object.values(days).reduce((sum, day) => sum + day, 0n) : 0n;
  return { account: name.slice('account#'.length), limit: budget, stop, spent };
}

/** @throws BudgetReachedError if the account's budget is used up and set to stop jobs */
export async function refuseOverBudget(table: string, account: string): Promise<void> {
  const budget = await findBudget(table, account);
  if (budget?.stop && budget.spent >= budget.limit) throw new BudgetReachedError(monthOf(Date.now()));
}
