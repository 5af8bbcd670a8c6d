import * as v from 'valibot';
import { type LedgerRow, RESOURCE_NAMES, type ResourceName, rowSchema } from '../../ledger/index.ts';

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
  charges: Partial<Record<ResourceName, [number, number, number]>>;
  /** Which invocation wrote it: an event that is handled twice under one id costs twice. */
  writer: string;
  /** Seconds since 1970. */
  expires_at: number;
}

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
  expires_at: Math.floor(Date.parse(row.at) / 1000) + KEPT_DAYS * 86_400,
});

const chargesSchema = v.record(v.picklist(RESOURCE_NAMES), v.tuple([v.number(), v.number(), v.number()]));

/** @throws ValiError when the item is not one that `toLedgerItem` made */
export function fromLedgerItem(item: Record<string, unknown>): LedgerRow {
  const charges = Object.entries(v.parse(chargesSchema, item.charges)).map(
    ([resource, [quantity, unit_price, amount]]) => ({ resource, quantity, unit_price, amount }),
  );
  return v.parse(rowSchema, { ...item, charges });
}
