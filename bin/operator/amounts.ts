import { formatDollars, formatShort } from '../../layers/billing/index.ts';
import { type Cell, cell } from './tables.ts';

/** Pico-dollars. */
export const money = (amount: bigint): Cell => cell(formatDollars(amount), formatShort(amount));

/** A part of a total, percent. */
export const share = (amount: bigint, total: bigint): Cell => {
  const percent = total > 0n ? Number((amount * 1000n) / total) / 10 : 0;
  return cell(percent, `${percent.toFixed(1)} %`);
};

export const round = (value: number, places: number): number => Number(value.toFixed(places));

/** What was estimated; nothing is shown of what was counted. */
export const estimate = (amount: bigint): Cell => (amount > 0n ? money(amount) : cell(formatDollars(0n), ''));
