import type { LedgerRow } from '../row.ts';
import { type BillingAccount, FOCUS_COLUMNS, type FocusCharge, focusValues, HOUR } from './columns.ts';

/** Header line of every FOCUS file. */
export const FOCUS_HEADER = `${FOCUS_COLUMNS.join(',')}\r\n`;

/** Formats a charge or a sum as a CSV line. */
export const focusLine = (charge: FocusCharge, biller: BillingAccount): string =>
  `${focusValues(charge, biller)
    .map((value) => quote(value ?? ''))
    .join(',')}\r\n`;

/** Formats a ledger row as CSV lines, one per charge. @param account account of the row, in case the row does not include it */
export const focusLines = (row: LedgerRow, account: string | undefined, biller: BillingAccount): string[] =>
  row.charges.map((charge) => focusLine({ row, charge, account: row.account ?? account, period: HOUR }, biller));

/**
 * Quotes a field (RFC 4180). An empty field means null. `csv-stringify` would take 2.5 times as long per row and add 30 kB to the function.
 */
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
