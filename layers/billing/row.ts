import * as v from 'valibot';
import { type ResourceName, usageSubjectSchema } from '#aws/usage';
import { priceOfQuantity, roundQuantity } from './money.ts';
import { type PriceList, unitPrice } from './prices/prices.ts';

/**
 * Step name of the row with the state transitions. Each job that was executed has one such row, which also includes everything that is
 * counted once per job.
 */
export const EXECUTION = 'execution';

/** The step that writes its own row after the audit. */
export const FINALIZE = 'finalize';

/** Row ID for a step that runs once per job. */
export const stepId = (job: string, step: string): string => `${job}#${step}`;

/** Quantities by resource, in the unit of each resource. */
export type Usage = ReadonlyMap<ResourceName, number>;

const chargeSchema = v.object({
  /** A `ResourceName`, or a resource that only a later release knows. */
  resource: v.string(),
  /** In the unit of the resource, rounded to a billionth. */
  quantity: v.pipe(v.number(), v.minValue(0)),
  /** Pico-dollars per unit. */
  unit_price: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Pico-dollars. */
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type Charge = v.InferOutput<typeof chargeSchema>;

export const rowSchema = v.object({
  /** ID of the invocation or attempt, plus the job ID if there are several jobs. Writing the same row again changes nothing. */
  id: v.pipe(v.string(), v.nonEmpty()),
  /** When the invocation started; for an attempt, when its state was entered; for `finalize`, when the job ended. In ISO 8601 format. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Function name, or `execution`. */
  step: v.pipe(v.string(), v.nonEmpty()),
  ...usageSubjectSchema.entries,
  /** Billed duration, in s. */
  seconds: v.pipe(v.number(), v.minValue(0)),
  /** The price list that was used. */
  prices: v.object({ region: v.string(), version: v.string() }),
  /** Webhook attempts made by the invocation, such as `on_success#2026-11-21T10:00:00.000Z`. Only present for the `deliver` step. */
  deliveries: v.optional(v.array(v.string())),
  /** True if the row was estimated by an audit because the invocation did not write one. */
  estimated: v.boolean(),
  charges: v.array(chargeSchema),
});

/** A ledger row: one invocation. */
export type LedgerRow = v.InferOutput<typeof rowSchema>;

/** Calculates the charges for usage, leaving out quantities of 0. */
export function priceUsage(usage: Usage, list: PriceList): Charge[] {
  return [...usage]
    .map(([resource, used]) => ({ resource, quantity: roundQuantity(used), unit_price: unitPrice(list, resource) }))
    .filter(({ quantity }) => quantity > 0)
    .map((charge) => ({ ...charge, amount: priceOfQuantity(charge.quantity, charge.unit_price) }));
}

/** Sum of the charges in a row, in pico-dollars. */
export const rowTotal = ({ charges }: LedgerRow): bigint => charges.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
