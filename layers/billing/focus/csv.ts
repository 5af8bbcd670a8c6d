import type { LedgerRow } from '../row.ts';
import { type BillingAccount, FOCUS_COLUMNS, type FocusCharge, focusValues, HOUR } from './columns.ts';

/** Header line of every FOCUS file. */
export const FOCUS_HEADER = `${FOCUS_COLUMNS.join(',')}\r\n`;

/** The CSV line of a charge, or of a sum. */
export const focusLine = (charge: FocusCharge, biller: BillingAccount): string =>
  `${focusValues(charge, biller)
    .map((value) => quote(value ?? ''))
    .join(',')}\r\n`;

/** The CSV lines of a ledger row, one for each charge. @param account account of the row, if the row itself has none */
export const focusLines = (row: LedgerRow, account: string | undefined, biller: BillingAccount): string[] =>
  row.charges.map((charge) => focusLine({ row, charge, account: row.account ?? account, period: HOUR }, biller));

/**
 * Quotes a field (RFC 4180). An empty field is null. `csv-stringify` takes 2.5 times as long for a row, and would add 30 kB to the
 * function.
 */
const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
