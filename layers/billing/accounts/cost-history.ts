import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '#aws/clients';
import { getItem, readItems } from '#aws/table';
import { type CostHistory, costHistorySchema, mergeCostHistory } from '../estimate/cost-history.ts';

/** Number of days that estimates are based on. */
const KEPT_DAYS = 14;

/** Not the name used in version 1, whose ratios are relative to different priors. */
const NAME = 'cost-history-2';

/** Version of the item format; see `readItems`. */
const SCHEMA = 1;

const itemSchema = v.object({
  /** By day, `2026-11-21`. */
  days: v.record(v.string(), costHistorySchema),
  /** The last aggregated day. */
  aggregated_until: v.string(),
});

/** The cost history by day. */
interface DailyCostHistory {
  days: Readonly<Record<string, CostHistory>>;
  /** The last aggregated day; undefined if all days need to be aggregated again. */
  aggregatedUntil: string | undefined;
}

/** Reads the cost history. */
export async function readCostHistory(table: string): Promise<DailyCostHistory> {
  const stored = await getItem<Record<string, unknown>>(table, { name: NAME }, { consistent: false });
  const [item] = stored ? readItems('cost history', SCHEMA, itemSchema, [stored]) : [];
  return { days: item?.days ?? {}, aggregatedUntil: item?.aggregated_until };
}

/** Saves the cost history of the last few days. @param today the last day in `days` */
export async function saveCostHistory(table: string, days: DailyCostHistory['days'], today: string): Promise<void> {
  const kept = Object.entries(days).sort().slice(-KEPT_DAYS);
  const item = { name: NAME, days: Object.fromEntries(kept), aggregated_until: today, schema: SCHEMA };
  await dynamodb().send(new PutCommand({ TableName: table, Item: item }));
}

/** Loads the merged cost history of all days. */
export const loadCostHistory = async (table: string): Promise<CostHistory> =>
  mergeCostHistory(Object.values((await readCostHistory(table)).days));
