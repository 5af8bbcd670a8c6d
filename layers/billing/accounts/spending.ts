import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '#aws/clients';
import { readItems } from '#aws/table';
import { expiryOf } from '../ledger/item.ts';
import type { StepSums } from '../ledger/sums.ts';

/** Daily spending per account is stored alongside the ledger rows and has the same lifetime: part `spent#acme`, id `2026-11-21`. */
const partOf = (account: string): string => `spent#${account}`;

/** Version of the item format; see `readItems`. */
const SCHEMA = 1;

const amount = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,18}$/),
  v.transform((digits) => BigInt(digits)),
);

const itemSchema = v.object({
  id: v.pipe(v.string(), v.isoDate()),
  amount,
  steps: v.record(v.string(), amount),
  updated_at: v.string(),
});

export interface DaySpending {
  /** `2026-11-21` */
  day: string;
  amount: bigint;
  steps: StepSums;
  /** Time of the aggregation, in ISO 8601 format (UTC). */
  updated_at: string;
}

/** Stores the spending of an account on one day, replacing any earlier value. @param table the ledger */
export async function saveDaySpending(table: string, account: string, { day, amount, steps, updated_at }: DaySpending): Promise<void> {
  const Item = {
    part: partOf(account),
    id: day,
    schema: SCHEMA,
    expires_at: expiryOf(day),
    updated_at,
    amount: String(amount),
    steps: Object.fromEntries([...steps].map(([step, own]) => [step, String(own)])),
  };
  await dynamodb().send(new PutCommand({ TableName: table, Item }));
}

/**
 * Reads the daily spending of an account in a month (`2026-11`), oldest first, leaving out days without spending.
 * @param table the ledger
 */
export async function readMonthSpending(table: string, account: string, month: string): Promise<DaySpending[]> {
  const pages = paginateQuery(
    { client: dynamodb() },
    {
      TableName: table,
      KeyConditionExpression: 'part = :part AND begins_with(id, :month)',
      ExpressionAttributeValues: { ':part': partOf(account), ':month': `${month}-` },
    },
  );
  const days: DaySpending[] = [];
  for await (const { Items = [] } of pages)
    for (const { id, steps, ...item } of readItems('spending', SCHEMA, itemSchema, Items))
      days.push({ ...item, day: id, steps: new Map(Object.entries(steps)) });
  return days;
}
