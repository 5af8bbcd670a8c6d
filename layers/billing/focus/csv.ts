import type { LedgerRow } from '../row.ts';
import { type BillingAccount, FOCUS_COLUMNS, focusValues } from './columns.ts';

/** Header line of every FOCUS file. */
export const FOCUS_HEADER = `${FOCUS_COLUMNS.join(',')}\r\n`;

/**
 * The CSV lines of a ledger row, one for each charge.
 *
 * @param account account of the row, if the row itself has none
 */
export function focusLines(row: LedgerRow, account: string | undefined, biller: BillingAccount): string[] {
  const owner = row.account ?? account;
  return row.charges.map((charge) => {
    const values = focusValues({ row, charge, account: owner }, biller);
    return `${values.map((value) => quote(value ?? '')).join(',')}\r\n`;
  });
}

/** Quotes a field (RFC 4180). An empty field is null. */
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
