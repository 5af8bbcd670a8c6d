import * as v from 'valibot';
import { readItems } from '#aws/table';
import { type LedgerRow, rowSchema, rowTotal } from '../row.ts';

/** Number of partitions for the rows of one day. A DynamoDB partition allows 1,000 write units per second. */
export const PARTS_PER_DAY = 8;

/** Lifetime of rows: a year plus a month. */
export const LEDGER_RETENTION_DAYS = 400;

/** A row as a table item. Charges are stored as [quantity, unit price, amount] by resource, so that the item fits in one write unit. */
export interface LedgerItem extends Omit<LedgerRow, 'charges'> {
  /** Partition key: day and part. */
  part: string;
  charges: Record<string, [number, number, number]>;
  schema: number;
  /** Sum of the charges, in pico-dollars. May exceed `Number.MAX_SAFE_INTEGER`. */
  total: string;
  /** The invocation that wrote it. */
  writer: string;
  /** In seconds since 1970. */
  expires_at: number;
}

/** The newest version that this release reads. */
const SCHEMA = 1;

/** Expiry of a row or sum, in s since 1970. @param at time of the row, in ISO 8601 format */
export const expiryOf = (at: string): number => Math.floor(Date.parse(at) / 1000) + LEDGER_RETENTION_DAYS * 86_400;

/** Partition of a row, derived from its day and ID. */
const partOf = ({ at, id }: LedgerRow): string => {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % PARTS_PER_DAY;
  return partition(at.slice(0, 10), sum);
};

/** Partition key for one part of a day. @param day `2026-11-21` */
export const partition = (day: string, part: number): string => `${day}#${part}`;

/** Converts a row to an item. @param writer see `LedgerItem` */
export const toLedgerItem = (row: LedgerRow, writer: string): LedgerItem => ({
  ...row,
  charges: Object.fromEntries(row.charges.map(({ resource, quantity, unit_price, amount }) => [resource, [quantity, unit_price, amount]])),
  part: partOf(row),
  writer,
  expires_at: expiryOf(row.at),
  schema: SCHEMA,
  total: String(rowTotal(row)),
});

const itemSchema = v.pipe(
  v.looseObject({ charges: v.record(v.string(), v.tuple([v.number(), v.number(), v.number()])) }),
  v.transform(({ charges, ...item }) => ({
    ...item,
    charges: Object.entries(charges).map(([resource, [quantity, unit_price, amount]]) => ({
      resource,
      quantity,
      unit_price,
      amount,
    })),
  })),
  rowSchema,
);

/** Parses rows, skipping items that this release cannot read; see `readItems`. */
export const fromLedgerItems = (items: readonly Record<string, unknown>[]): LedgerRow[] =>
  readItems('ledger row', SCHEMA, itemSchema, items);
