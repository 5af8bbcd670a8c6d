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

/** Pico-dollars for people: dollars to three significant digits, at least cents. */
export function formatShort(amount: bigint): string {
  const dollars = Number(amount) / Number(PICO);
  const places = dollars === 0 ? 2 : Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(Math.abs(dollars)))));
  return `$${dollars.toFixed(places)}`;
}

/** Dollars as people write them, such as `12.50`; undefined for anything else. */
export function readDollars(text: string): bigint | undefined {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) ? parseDecimal(text) : undefined;
}

/** A decimal number of dollars as a bill has it, also negative or as `1.5E-7`; digits beyond the twelfth are rounded. */
export function parseDecimal(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d{1,15})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const shift = 12 + Number(power) - fraction.length;
  const digits = BigInt(whole + fraction);
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  const amount = shift < 0 ? (digits * 2n + divisor) / (divisor * 2n) : digits * 10n ** BigInt(shift);
  return sign === '-' ? -amount : amount;
}
