import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { dynamodb } from '../../aws/clients.ts';
import { readItems } from '../../aws/items.ts';
import { type Experience, experienceSchema, mergeExperience } from '../estimate/experience.ts';

/** Days whose jobs estimates are made of: prices and code change, and what was dear a month ago need not be. */
const REMEMBERED_DAYS = 14;

const NAME = 'experience';

/** The newest form of what was learned that this release reads, see `readItems`. */
const SCHEMA = 1;

const itemSchema = v.object({
  /** By day, `2026-11-21`. */
  days: v.record(v.string(), v.unknown()),
  /** The last day that was tallied. */
  tallied: v.string(),
});

/** What the last days have shown, and until when. */
export interface Memory {
  days: Readonly<Record<string, Experience>>;
  /** The last day that was tallied; undefined where all that the ledger has of the last days is to be read. */
  tallied: string | undefined;
}

/** A day that was learned in another form, before an update, is left out: the ledger is to be read again, which has it still. */
export async function readMemory(table: string): Promise<Memory> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: table, Key: { name: NAME } }));
  const [memory] = Item ? readItems('experience', SCHEMA, itemSchema, [Item]) : [];
  if (!memory) return { days: {}, tallied: undefined };
  const { days, tallied } = memory;
  const readable = Object.entries(days).flatMap(([day, learned]) => {
    const { success, output } = v.safeParse(experienceSchema, learned);
    return success ? [[day, output] as const] : [];
  });
  const isWhole = readable.length === Object.keys(days).length;
  return { days: Object.fromEntries(readable), tallied: isWhole ? tallied : undefined };
}

/** Keeps what was learned, of the last days only. @param today the last of `days` */
export async function keepMemory(table: string, days: Memory['days'], today: string): Promise<void> {
  const kept = Object.entries(days).sort().slice(-REMEMBERED_DAYS);
  const item = { name: NAME, days: Object.fromEntries(kept), tallied: today, schema: SCHEMA };
  await dynamodb().send(new PutCommand({ TableName: table, Item: item }));
}

/** All that the last days have shown together. */
export const findExperience = async (table: string): Promise<Experience> =>
  mergeExperience(Object.values((await readMemory(table)).days));
