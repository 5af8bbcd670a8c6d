import { formatDollars, formatShort } from '#billing';
import { type Cell, cell } from './tables.ts';

/** Creates a cell with an amount of money. @param amount in pico-dollars */
export const money = (amount: bigint): Cell => cell(formatDollars(amount), formatShort(amount));

/** Creates a cell with an amount as a percentage of a total. */
export const share = (amount: bigint, total: bigint): Cell => {
  const percent = total > 0n ? Number((amount * 1000n) / total) / 10 : 0;
  return cell(percent, `${percent.toFixed(1)} %`);
};

export const round = (value: number, places: number): number => Number(value.toFixed(places));

/** Creates a cell with the estimated part of a cost. The cell is empty if the whole cost was metered. */
export const estimate = (amount: bigint): Cell => (amount > 0n ? money(amount) : cell(formatDollars(0n), ''));
