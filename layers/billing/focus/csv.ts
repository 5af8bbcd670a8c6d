import type { LedgerRow } from '../row.ts';
import { type Biller, FOCUS_COLUMNS, focusValues } from './columns.ts';

/** The first line of every file. */
export const FOCUS_HEADER = `${FOCUS_COLUMNS.join(',')}\r\n`;

/**
 * The lines of a row, one for each charge.
 *
 * @param account whose row it is, where the row itself does not say
 */
export function focusLines(row: LedgerRow, account: string | undefined, biller: Biller): string[] {
  const owner = row.account ?? account;
  return row.charges.map((charge) => {
    const values = focusValues({ row, charge, account: owner }, biller);
    return `${values.map((value) => quote(value ?? '')).join(',')}\r\n`;
  });
}

/** RFC 4180; an empty field is null. */
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
