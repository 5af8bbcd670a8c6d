import * as v from 'valibot';
import { readItems } from '../../aws/items.ts';
import { type LedgerRow, rowSchema, totalOf } from '../row.ts';

/**
 * Parts of a day's rows: one partition of DynamoDB takes a thousand writes a second.
 */
export const PARTS = 8;

/** Days that rows are kept: a year's report can still be made a month after it. */
export const KEPT_DAYS = 400;

/** A row in the table: charges as [quantity, unit price, amount] by resource, so that it takes one write unit. */
export interface LedgerItem extends Omit<LedgerRow, 'charges'> {
  /** Partition: the day and which part of it. */
  part: string;
  charges: Record<string, [number, number, number]>;
  /** Form of the row: 1 is counted by a sum, see `sums.ts`; rows of before have none and are not. */
  schema: number;
  /** What it comes to, pico-dollars: more than a number may hold exactly. */
  total: string;
  /** Which invocation wrote it: an event that is handled twice under one id costs twice. */
  writer: string;
  /** Seconds since 1970. */
  expires_at: number;
}

/** The newest form of a row that this release reads. */
const SCHEMA = 1;

/** When a row or a sum is forgotten, seconds since 1970. @param at ISO 8601 */
export const expiryOf = (at: string): number => Math.floor(Date.parse(at) / 1000) + KEPT_DAYS * 86_400;

/** The partition of a row follows from its day and id: the same row lands in the same place. */
const partOf = ({ at, id }: LedgerRow): string => {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % PARTS;
  return partition(at.slice(0, 10), sum);
};

/** @param day `2026-11-21` */
export const partition = (day: string, part: number): string => `${day}#${part}`;

/** @param writer see `LedgerItem` */
export const toLedgerItem = (row: LedgerRow, writer: string): LedgerItem => ({
  ...row,
  charges: Object.fromEntries(
    row.charges.map(({ resource, quantity, unit_price, amount }) => [resource, [quantity, unit_price, amount]]),
  ),
  part: partOf(row),
  writer,
  expires_at: expiryOf(row.at),
  schema: SCHEMA,
  total: String(totalOf(row)),
});

const itemSchema = v.pipe(
  v.looseObject({ charges: v.record(v.string(), v.tuple([v.number(), v.number(), v.number()])) }),
  v.transform(({ charges, ...item }) => ({
    ...item,
    charges: Object.entries(charges).map(([resource, [quantity, unit_price, amount]]) => ({
      ...{ resource, quantity, unit_price, amount },
    })),
  })),
  rowSchema,
);

/** Rows out of their items; those of a form that this release does not know are skipped and counted, see `readItems`. */
export const fromLedgerItems = (items: readonly Record<string, unknown>[]): LedgerRow[] =>
  readItems('ledger row', SCHEMA, itemSchema, items);
