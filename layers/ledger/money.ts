/**
 * Money is counted in whole pico-dollars (10^-12 $), quantities in whole billionths of their unit: a job of a tenth of a second
 * costs something, and sums are exact.
 */

/** Pico-dollars of a dollar. */
export const PICO = 1_000_000_000_000n;

const NANO = 1_000_000_000;

/** A quantity as the ledger keeps it: rounded to a billionth of its unit. */
export const roundQuantity = (quantity: number): number => Math.round(quantity * NANO) / NANO;

/**
 * What a quantity costs, in pico-dollars, rounded to the nearest.
 *
 * @param quantity not negative, as `roundQuantity` leaves it
 * @param unitPrice pico-dollars a unit
 * @throws RangeError when it is more than a ledger row can hold exactly, about 9,000 $
 */
export function amountOf(quantity: number, unitPrice: number): number {
  const amount = Number((BigInt(Math.round(quantity * NANO)) * BigInt(unitPrice) + BigInt(NANO / 2)) / BigInt(NANO));
  if (Number.isSafeInteger(amount)) return amount;
  throw new RangeError(`A charge of ${quantity} × ${unitPrice} pico-dollars is more than a row can hold`);
}

/** Pico-dollars as a decimal number of dollars, all twelve digits. */
export function formatDollars(amount: bigint): string {
  const [sign, size] = amount < 0n ? ['-', -amount] : ['', amount];
  return `${sign}${size / PICO}.${String(size % PICO).padStart(12, '0')}`;
}

/** Pico-dollars for people: dollars to three digits that tell something, at least cents. */
export function formatShort(amount: bigint): string {
  const dollars = Number(amount) / Number(PICO);
  const places = dollars === 0 ? 2 : Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(Math.abs(dollars)))));
  return `$${dollars.toFixed(places)}`;
}
