/** Pico-dollars per dollar. Money is counted in whole pico-dollars so that sums are exact. */
export const PICOS_PER_DOLLAR = 1_000_000_000_000n;

const NANO = 1_000_000_000;

/** Rounds a quantity to a billionth of its unit, which is how the ledger stores it. */
export const roundQuantity = (quantity: number): number => Math.round(quantity * NANO) / NANO;

/**
 * Returns a cost in whole pico-dollars.
 * @param quantity must not be negative; see `roundQuantity`
 * @param unitPrice pico-dollars per unit
 * @throws RangeError if the cost exceeds `Number.MAX_SAFE_INTEGER` (about $9,000)
 */
export function priceOfQuantity(quantity: number, unitPrice: number): number {
  const amount = Number((BigInt(Math.round(quantity * NANO)) * BigInt(unitPrice) + BigInt(NANO / 2)) / BigInt(NANO));
  if (Number.isSafeInteger(amount)) return amount;
  throw new RangeError(`A charge of ${quantity} × ${unitPrice} pico-dollars exceeds the exact range of a row`);
}

/** Converts pico-dollars to dollars, rounded to a billionth. */
export const toDollars = (amount: bigint): number => Number((Number(amount) / Number(PICOS_PER_DOLLAR)).toFixed(9));

/** Formats pico-dollars as dollars with twelve decimal places. */
export function formatDollars(amount: bigint): string {
  const [sign, size] = amount < 0n ? ['-', -amount] : ['', amount];
  return `${sign}${size / PICOS_PER_DOLLAR}.${String(size % PICOS_PER_DOLLAR).padStart(12, '0')}`;
}

/** Formats pico-dollars as dollars with three significant digits, and at least two decimal places. */
export function formatShort(amount: bigint): string {
  const dollars = Number(amount) / Number(PICOS_PER_DOLLAR);
  const places = dollars === 0 ? 2 : Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(Math.abs(dollars)))));
  return `$${dollars.toFixed(places)}`;
}

/** Parses an amount in dollars, such as `12.50`, and converts it to pico-dollars. @returns undefined for anything else */
export function readDollars(text: string): bigint | undefined {
  return /^\d{1,9}(\.\d{1,12})?$/.test(text) ? parseDecimal(text) : undefined;
}

/**
 * Parses a decimal number of dollars, which may be negative or have an exponent (`1.5E-7`), and rounds it to whole pico-dollars.
 * @returns undefined for anything else
 */
export function parseDecimal(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = /^([+-]?)(\d{1,15})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const shift = 12 + Number(power) - fraction.length;
  const digits = BigInt(whole + fraction);
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  const amount = shift < 0 ? (digits * 2n + divisor) / (divisor * 2n) : digits * 10n ** BigInt(shift);
  return sign === '-' ? -amount : amount;
}
