import * as v from 'valibot';
import type { ResourceName } from '../aws/usage/resources.ts';
import { usageSubjectSchema } from '../aws/usage/subject.ts';
import { amountOf, roundQuantity } from './money.ts';
import { type PriceList, unitPrice } from './prices/prices.ts';

/**
 * The step that the state transitions of a job are put down as. Each job that was executed has one such row: what may be counted
 * once a job, such as the seconds of its result, goes with it.
 */
export const EXECUTION = 'execution';

/** What was used, by resource, in the resource's unit. */
export type Usage = ReadonlyMap<ResourceName, number>;

const chargeSchema = v.object({
  /** A `ResourceName`, or the name of a resource that a later release counts: its amount counts all the same. */
  resource: v.string(),
  /** In the resource's unit, to a billionth. */
  quantity: v.pipe(v.number(), v.minValue(0)),
  /** Pico-dollars a unit. */
  unit_price: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Pico-dollars. */
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** One resource that an invocation used, and what it cost. */
export type Charge = v.InferOutput<typeof chargeSchema>;

export const rowSchema = v.object({
  /** The invocation, and the job where one invocation worked for several: writing a row again changes nothing. */
  id: v.pipe(v.string(), v.nonEmpty()),
  /** When the invocation began, of an attempt when its state was entered, of settling when the job ended, ISO 8601. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** The function or the state machine. */
  step: v.pipe(v.string(), v.nonEmpty()),
  ...usageSubjectSchema.entries,
  /** Seconds of wall clock that were billed. */
  seconds: v.pipe(v.number(), v.minValue(0)),
  /** Which price list it was priced with. */
  prices: v.object({ region: v.string(), version: v.string() }),
  /**
   * The webhook attempts that the invocation made, or that an estimate stands for: `on_success#2026-11-21T10:00:00.000Z`.
   * Absent from the rows of other steps, and from older rows of webhooks.
   */
  deliveries: v.optional(v.array(v.string())),
  /** True where the invocation could not count for itself, since it was killed. */
  estimated: v.boolean(),
  charges: v.array(chargeSchema),
});

/** One invocation on the ledger. */
export type LedgerRow = v.InferOutput<typeof rowSchema>;

/** Prices what was used; what was not used is left out. */
export function priceUsage(usage: Usage, list: PriceList): Charge[] {
  return [...usage]
    .map(([resource, used]) => ({ resource, quantity: roundQuantity(used), unit_price: unitPrice(list, resource) }))
    .filter(({ quantity }) => quantity > 0)
    .map((charge) => ({ ...charge, amount: amountOf(charge.quantity, charge.unit_price) }));
}

/** What a row comes to, pico-dollars. */
export const totalOf = ({ charges }: LedgerRow): bigint =>
  charges.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
