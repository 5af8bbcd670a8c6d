import { describeResource } from '#aws/usage';
import { formatDollars } from '../money.ts';
import type { Charge, LedgerRow } from '../row.ts';

/** The billed AWS account. */
export interface BillingAccount {
  account: string;
  name: string;
}

/** A charge for an invocation, or a sum of charges. */
export interface FocusCharge {
  /** The row of the charge. For a sum, only the fields that all of its rows have in common. */
  row: Pick<LedgerRow, 'at' | 'job' | 'estimated' | 'metadata'> & { step?: string; prices: Pick<LedgerRow['prices'], 'region'> };
  charge: Pick<Charge, 'resource' | 'quantity' | 'unit_price'> & {
    /** Pico-dollars. */
    amount: number | bigint;
  };
  /** Account of the job that the row belongs to. */
  account: string | undefined;
  /** Length of the charge period, in ms. */
  period: number;
}

type Value = (charge: FocusCharge, biller: BillingAccount) => string | null;

/** Charge period for invocations, in ms. */
export const HOUR = 3_600_000;
/** Charge period for sums, in ms. */
export const DAY = 24 * HOUR;

/** The ledger uses list prices, so the list, contracted, billed, and effective costs are the same. */
const cost: Value = ({ charge }) => formatDollars(BigInt(charge.amount));

const quantity: Value = ({ charge }) => decimal(charge.quantity);
const unit: Value = ({ charge }) => describeResource(charge.resource).unit;

/** The mandatory FOCUS 1.2 columns and some conditional ones in alphabetical order, followed by three custom columns. */
const COLUMNS: readonly (readonly [name: string, value: Value])[] = [
  ['BilledCost', cost],
  ['BillingAccountId', (_, { account }) => account],
  ['BillingAccountName', (_, { name }) => name],
  ['BillingCurrency', () => 'USD'],
  ['BillingPeriodEnd', ({ row }) => instant(monthOf(row.at, 1))],
  ['BillingPeriodStart', ({ row }) => instant(monthOf(row.at, 0))],
  ['ChargeCategory', () => 'Usage'],
  // Only corrections to an earlier billing period have a class, and the ledger contains no corrections.
  ['ChargeClass', () => null],
  ['ChargeDescription', ({ row, charge }) => `${describeResource(charge.resource).description}${row.estimated ? ' (estimated)' : ''}`],
  ['ChargePeriodEnd', ({ row, period }) => instant(startOf(row.at, period) + period)],
  ['ChargePeriodStart', ({ row, period }) => instant(startOf(row.at, period))],
  ['ConsumedQuantity', quantity],
  ['ConsumedUnit', unit],
  ['ContractedCost', cost],
  ['EffectiveCost', cost],
  ['InvoiceIssuerName', () => 'Amazon Web Services, Inc.'],
  ['ListCost', cost],
  ['ListUnitPrice', ({ charge }) => formatDollars(BigInt(charge.unit_price))],
  ['PricingQuantity', quantity],
  ['PricingUnit', unit],
  ['ProviderName', () => 'AWS'],
  ['PublisherName', () => 'Amazon Web Services'],
  ['RegionId', ({ row }) => row.prices.region],
  ['ServiceCategory', ({ charge }) => describeResource(charge.resource).category],
  ['ServiceName', ({ charge }) => describeResource(charge.resource).service],
  ['SkuId', ({ charge }) => charge.resource],
  // The AWS account that used the resources. The customer is in `x_Account`.
  ['SubAccountId', (_, { account }) => account],
  ['Tags', ({ row: { metadata } }) => (metadata ? JSON.stringify(metadata) : null)],
  ['x_JobId', ({ row }) => row.job ?? null],
  ['x_Account', ({ account }) => account ?? null],
  ['x_Step', ({ row }) => row.step ?? null],
];

export const FOCUS_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** Values of a charge, in the order of `FOCUS_COLUMNS`. */
export const focusValues = (charge: FocusCharge, biller: BillingAccount): (string | null)[] =>
  COLUMNS.map(([, value]) => value(charge, biller));

/** Formats a time in UTC, to the second. */
const instant = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** Start of the hour or day (UTC) that contains a time. */
const startOf = (at: string, period: number): number => Math.floor(Date.parse(at) / period) * period;

/** Start of the month that contains a time, or `offset` months later. */
const monthOf = (at: string, offset: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
};

/** Formats a number with up to nine decimal places and no exponent. */
const decimal = (quantity: number): string => quantity.toFixed(9).replace(/\.?0+$/, '');
