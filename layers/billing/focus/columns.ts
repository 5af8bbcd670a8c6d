import { describeResource } from '../../aws/usage/resources.ts';
import { formatDollars } from '../money.ts';
import type { Charge, LedgerRow } from '../row.ts';

/** Who is billed, and what the ledger does not know of itself. */
export interface Biller {
  /** The AWS account that the service runs in. */
  account: string;
  /** What people call it. */
  name: string;
}

/** One charge of one row, with the account that the row's job belongs to. */
export interface FocusCharge {
  row: LedgerRow;
  charge: Charge;
  account: string | undefined;
}

type Value = (charge: FocusCharge, biller: Biller) => string | null;

const HOUR = 3_600_000;

/** The ledger prices everything as it is used: what is listed, agreed on, billed and effective is the same. */
const cost: Value = ({ charge }) => formatDollars(BigInt(charge.amount));

/**
 * The mandatory columns of FOCUS 1.2 in the specification's order, which is that of the alphabet, and behind them three of our own.
 * A column that may be null is, where there is nothing to say.
 */
const COLUMNS: readonly (readonly [name: string, value: Value])[] = [
  ['BilledCost', cost],
  ['BillingAccountId', (_, { account }) => account],
  ['BillingAccountName', (_, { name }) => name],
  ['BillingCurrency', () => 'USD'],
  ['BillingPeriodEnd', ({ row }) => instant(monthOf(row.at, 1))],
  ['BillingPeriodStart', ({ row }) => instant(monthOf(row.at, 0))],
  ['ChargeCategory', () => 'Usage'],
  // Null but for corrections of an earlier billing period, which the ledger has none of.
  ['ChargeClass', () => null],
  [
    'ChargeDescription',
    ({ row, charge }) => `${describeResource(charge.resource).description}${row.estimated ? ' (estimated)' : ''}`,
  ],
  ['ChargePeriodEnd', ({ row }) => instant(hourOf(row.at) + HOUR)],
  ['ChargePeriodStart', ({ row }) => instant(hourOf(row.at))],
  ['ContractedCost', cost],
  ['EffectiveCost', cost],
  ['InvoiceIssuerName', () => 'Amazon Web Services, Inc.'],
  ['ListCost', cost],
  ['PricingQuantity', ({ charge }) => decimal(charge.quantity)],
  ['PricingUnit', ({ charge }) => describeResource(charge.resource).unit],
  ['ProviderName', () => 'AWS'],
  ['PublisherName', () => 'Amazon Web Services'],
  ['ServiceCategory', ({ charge }) => describeResource(charge.resource).category],
  ['ServiceName', ({ charge }) => describeResource(charge.resource).service],
  ['x_JobId', ({ row }) => row.job ?? null],
  ['x_Account', ({ account }) => account ?? null],
  ['x_Step', ({ row }) => row.step],
];

export const FOCUS_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

export const focusValues = (charge: FocusCharge, biller: Biller): (string | null)[] =>
  COLUMNS.map(([, value]) => value(charge, biller));

/** FOCUS writes instants in UTC, to the second. */
const instant = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

const hourOf = (at: string): number => Math.floor(Date.parse(at) / HOUR) * HOUR;

/** The beginning of the month of an instant, or of one after it. */
const monthOf = (at: string, later: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
};

/** A quantity of at most nine places, never in scientific notation. */
const decimal = (quantity: number): string => quantity.toFixed(9).replace(/\.?0+$/, '');
