import type { Charge, LedgerRow } from '../row.ts';
import { DAY, type FocusCharge } from './columns.ts';

/**
 * Granularity of a FOCUS file: one line per charge of an invocation, one per daily sum by account and step, or one per daily sum by job.
 */
export const FOCUS_DETAILS = ['invocation', 'day', 'job'] as const;
export type FocusDetail = (typeof FOCUS_DETAILS)[number];

/** Adds up the charges of a day without storing its rows. */
interface FocusSums {
  /** @param account account of the job that the row belongs to */
  add(row: LedgerRow, account: string | undefined): void;
  /** Returns the sums, in the order in which their first rows were added. */
  charges(): FocusCharge[];
}

/**
 * Adds up the charges of a day by resource. `day` also groups them by account, step, and metadata, and `job` groups them by job. Sums are
 * kept separate for estimated charges, regions, and unit prices. Rows without a job are grouped by account.
 */
export function createFocusSums(by: Exclude<FocusDetail, 'invocation'>): FocusSums {
  const sums = new Map<string, FocusCharge & { charge: { amount: bigint } }>();
  const tags = new Map<string, LedgerRow['metadata']>();
  const add = (row: LedgerRow, account: string | undefined, charge: Charge): void => {
    const { at, step, job, metadata, estimated, prices } = row;
    const { resource, unit_price } = charge;
    const own = by === 'day' ? { step, metadata } : { job };
    const key = JSON.stringify([account, own, resource, estimated, prices.region, unit_price]);
    const sum = sums.get(key) ?? {
      row: { at: at.slice(0, 10), estimated, prices, ...(by === 'day' ? { step, metadata } : { job }) },
      charge: { resource, unit_price, quantity: 0, amount: 0n },
      account,
      period: DAY,
    };
    sum.charge.quantity += charge.quantity;
    sum.charge.amount += BigInt(charge.amount);
    sums.set(key, sum);
  };
  return {
    add(row, account) {
      if (row.job && row.metadata) tags.set(row.job, row.metadata);
      for (const charge of row.charges) add(row, account, charge);
    },
    charges: () =>
      [...sums.values()].map((sum) => {
        const metadata = sum.row.metadata ?? tags.get(sum.row.job ?? '');
        return metadata ? { ...sum, row: { ...sum.row, metadata } } : sum;
      }),
  };
}
