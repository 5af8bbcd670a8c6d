import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '../../aws/clients.ts';
import { readItems } from '../../aws/items.ts';
import { type CostHistory, costHistorySchema, mergeCostHistory } from '../estimate/cost-history.ts';

/** Days that estimates are made from: prices and code change. */
const KEPT_DAYS = 14;

/** The item's name, as releases since 0.1 have it. */
const NAME = 'experience';

/**
 * The newest form of the item that this release reads, see `readItems`: 2 has ratios, 1 had the sums of a regression. The forms do
 * not read each other's days; after an update, or a rollback, the days are collected from the ledger again.
 */
const SCHEMA = 2;

const itemSchema = v.object({
  /** By day, `2026-11-21`. */
  days: v.record(v.string(), v.unknown()),
  /** The last day that was aggregated. */
  tallied: v.string(),
});

/** The cost history by day. */
export interface DailyCostHistory {
  days: Readonly<Record<string, CostHistory>>;
  /** The last day that was aggregated; undefined where the ledger's last days are to be read from the start. */
  aggregatedUntil: string | undefined;
}

/** Reads the cost history. A day of another form is left out, and the ledger is to be read again. */
export async function readCostHistory(table: string): Promise<DailyCostHistory> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { name: NAME } }));
  const [item] = Item ? readItems('experience', SCHEMA, itemSchema, [Item]) : [];
  if (!item) return { days: {}, aggregatedUntil: undefined };
  const readable = Object.entries(item.days).flatMap(([day, history]) => {
    const { success, output } = v.safeParse(costHistorySchema, history);
    return success ? [[day, output] as const] : [];
  });
  const isComplete = readable.length === Object.keys(item.days).length;
  return { days: Object.fromEntries(readable), aggregatedUntil: isComplete ? item.tallied : undefined };
}

/** Saves the cost history of the last days. @param today the last of `days` */
export async function saveCostHistory(table: string, days: DailyCostHistory['days'], today: string): Promise<void> {
  const kept = Object.entries(days).sort().slice(-KEPT_DAYS);
  const item = { name: NAME, days: Object.fromEntries(kept), tallied: today, schema: SCHEMA };
  await dynamodb().send(new PutCommand({ TableName: table, Item: item }));
}

/** The cost history of all kept days together. */
export const loadCostHistory = async (table: string): Promise<CostHistory> =>
  mergeCostHistory(Object.values((await readCostHistory(table)).days));
