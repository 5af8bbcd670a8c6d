import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '#aws/clients';
import { readItems } from '#aws/items';
import { getItem } from '#aws/table';
import { type CostHistory, costHistorySchema, mergeCostHistory } from '../estimate/cost-history.ts';

/** Days that estimates are based on. */
const KEPT_DAYS = 14;

/** Name of the item, since release 0.1. */
const NAME = 'experience';

/** Version of the item format, see `readItems`. Version 1 had other days; they are collected from the ledger again. */
const SCHEMA = 2;

const itemSchema = v.object({
  /** By day, `2026-11-21`. */
  days: v.record(v.string(), v.unknown()),
  /** The last day that was aggregated. */
  tallied: v.string(),
});

/** The cost history by day. */
interface DailyCostHistory {
  days: Readonly<Record<string, CostHistory>>;
  /** The last aggregated day; undefined if all days must be aggregated again. */
  aggregatedUntil: string | undefined;
}

/** Reads the cost history. Days of another version are left out, and must be aggregated again. */
export async function readCostHistory(table: string): Promise<DailyCostHistory> {
  const stored = await getItem<Record<string, unknown>>(table, { name: NAME }, { consistent: false });
  const [item] = stored ? readItems('experience', SCHEMA, itemSchema, [stored]) : [];
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

/** Loads the cost history of all days, merged. */
export const loadCostHistory = async (table: string): Promise<CostHistory> =>
  mergeCostHistory(Object.values((await readCostHistory(table)).days));
