import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES, type ResourceName } from '#aws/usage';
import { FOCUS_COLUMNS, FOCUS_HEADER, formatDollars, type LedgerRow, rowTotal } from '#billing';
import { focusLine, focusLines } from '../../layers/billing/focus/csv.ts';
import { createFocusSums } from '../../layers/billing/focus/sums.ts';
import { priceUsage } from '../../layers/billing/row.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { readCsv } from './csv.ts';
import { validateFocus } from './focus-rules.ts';

const list = readPrices();
const biller = { account: '123456789012', name: 'prod' };

const rows: fc.Arbitrary<LedgerRow> = fc
  .record({
    id: fc.uuid(),
    at: fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true }),
    step: fc.string({ minLength: 1 }),
    job: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    account: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    seconds: fc.double({ min: 0, max: 900, noNaN: true }),
    estimated: fc.boolean(),
    usage: fc.array(fc.tuple(fc.constantFrom(...RESOURCE_NAMES), fc.double({ min: 0, max: 1e5, noNaN: true }))),
  })
  .map(({ usage, at, job, account, ...row }) => ({
    ...row,
    at: at.toISOString(),
    ...(job && { job }),
    ...(account && { account }),
    prices: { region: list.region, version: list.version },
    charges: priceUsage(new Map(usage), list),
  }));

const fileOf = (ledger: readonly LedgerRow[]): string[][] =>
  readCsv([FOCUS_HEADER, ...ledger.flatMap((row) => focusLines(row, undefined, biller))].join(''));

/** Multiplies two decimal numbers exactly, and rounds the product to twelve decimal places, half up. */
function multiply(one: string, other: string): string {
  const [a, b] = [one, other].map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return { digits: BigInt(whole + fraction), places: fraction.length };
  }) as [{ digits: bigint; places: number }, { digits: bigint; places: number }];
  const shift = 10n ** BigInt(Math.max(0, a.places + b.places - 12));
  const scale = 10n ** BigInt(Math.max(0, 12 - a.places - b.places));
  const digits = String((a.digits * b.digits * scale * 2n + shift) / (2n * shift)).padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`;
}

const column = (file: string[][], name: string): string[] => {
  const index = FOCUS_COLUMNS.indexOf(name);
  return file.slice(1).map((row) => row[index] ?? '');
};

describe('a FOCUS file', () => {
  it('conforms to the specification for any ledger', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 8 }), (ledger) => {
        expect(validateFocus(fileOf(ledger))).toEqual([]);
      }),
    );
  });

  it("has the ledger's exact total, to the pico-dollar, in all four costs", () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 8 }), (ledger) => {
        const total = ledger.reduce((sum, row) => sum + rowTotal(row), 0n);
        const file = fileOf(ledger);
        for (const name of ['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost']) {
          const sum = column(file, name).reduce((all, cost) => all + BigInt(cost.replace('.', '')), 0n);
          expect(formatDollars(sum)).toBe(formatDollars(total));
        }
      }),
    );
  });

  it("contains each charge's job, account, and step unchanged", () => {
    fc.assert(
      fc.property(rows, (row) => {
        const file = fileOf([row]);
        const told = ['x_JobId', 'x_Account', 'x_Step'].map((name) => column(file, name));
        for (const [index, value] of [row.job, row.account, row.step].entries())
          expect(told[index]).toEqual(row.charges.map(() => value ?? ''));
        const metadata = { project: 'a "b", c' };
        expect(column(fileOf([{ ...row, metadata }]), 'Tags')).toEqual(row.charges.map(() => JSON.stringify(metadata)));
      }),
    );
  });

  it('has its columns in order, followed by the custom columns', () => {
    expect(FOCUS_COLUMNS).toHaveLength(31);
    expect(FOCUS_COLUMNS.slice(0, 28)).toEqual([...FOCUS_COLUMNS.slice(0, 28)].sort());
    expect(FOCUS_COLUMNS.slice(28)).toEqual(['x_JobId', 'x_Account', 'x_Step']);
  });

  it('names the region, SKU, AWS account, and unit price of each charge, and a cost that anyone can recompute from 1,000 of its rows', () => {
    const ledger = fc.sample(rows, { numRuns: 6_000, seed: 12 });
    const charges = ledger.flatMap((row) => row.charges);
    expect(charges.length).toBeGreaterThan(1_000);
    const file = fileOf(ledger);
    expect(column(file, 'SkuId')).toEqual(charges.map(({ resource }) => resource));
    expect(new Set(column(file, 'RegionId'))).toEqual(new Set([list.region]));
    expect(new Set(column(file, 'SubAccountId'))).toEqual(new Set([biller.account]));
    expect(column(file, 'ConsumedQuantity')).toEqual(column(file, 'PricingQuantity'));
    expect(column(file, 'ConsumedUnit')).toEqual(column(file, 'PricingUnit'));
    const [quantities, prices, costs] = ['PricingQuantity', 'ListUnitPrice', 'ListCost'].map((name) => column(file, name));
    for (const [index, sku] of column(file, 'SkuId').entries()) {
      expect(Number(prices![index])).toBe(Number(list.prices[sku as ResourceName] ?? 0));
      expect(costs![index]).toBe(multiply(quantities![index]!, prices![index]!));
    }
  });

  it('assigns a charge in the last hour of a month to that month', () => {
    const [row] = fc.sample(rows, { numRuns: 1, seed: 1 });
    const charges = priceUsage(new Map([['egress', 1]]), list);
    const file = fileOf([{ ...row!, at: '2026-12-31T23:59:59.999Z', charges }]);
    expect(column(file, 'BillingPeriodStart')).toEqual(['2026-12-01T00:00:00Z']);
    expect(column(file, 'ChargePeriodEnd')).toEqual(['2027-01-01T00:00:00Z']);
    expect(column(file, 'PricingQuantity')).toEqual(['1']);
  });
});

describe('a FOCUS file of sums', () => {
  /** Creates the file from the sums of the rows of a day. */
  const sumsOf = (ledger: readonly LedgerRow[], by: 'day' | 'job'): string[][] => {
    const sums = createFocusSums(by);
    for (const row of ledger) sums.add(row, row.account);
    return readCsv([FOCUS_HEADER, ...sums.charges().map((charge) => focusLine(charge, biller))].join(''));
  };
  const day = fc.array(rows, { maxLength: 8 }).map((ledger) => ledger.map((row) => ({ ...row, at: `2026-11-30${row.at.slice(10)}` })));
  const charges = priceUsage(new Map([['egress', 2]]), list);
  const [sample] = fc.sample(rows, { numRuns: 1, seed: 1 });
  const common = {
    ...sample!,
    at: '2026-11-30T10:00:00.000Z',
    account: 'acme',
    step: 'solve',
    estimated: false,
    charges,
  };

  it.each(['day', 'job'] as const)("by %s conforms to the specification, and has the ledger's total", (by) => {
    fc.assert(
      fc.property(day, (ledger) => {
        const file = sumsOf(ledger, by);
        expect(validateFocus(file)).toEqual([]);
        const total = ledger.reduce((sum, row) => sum + rowTotal(row), 0n);
        const sum = column(file, 'BilledCost').reduce((all, cost) => all + BigInt(cost.replace('.', '')), 0n);
        expect(formatDollars(sum)).toBe(formatDollars(total));
      }),
    );
  });

  it('by day has one line per account, step, and resource for the whole day', () => {
    const file = sumsOf(
      [
        { ...common, job: 'a' },
        { ...common, job: 'b', at: '2026-11-30T23:00:00.000Z' },
        { ...common, job: 'b', step: 'render' },
      ],
      'day',
    );
    expect(column(file, 'x_Step')).toEqual(['solve', 'render']);
    expect(column(file, 'x_JobId')).toEqual(['', '']);
    expect(column(file, 'PricingQuantity')).toEqual(['4', '2']);
    expect(column(file, 'ChargePeriodStart')[0]).toBe('2026-11-30T00:00:00Z');
    expect(column(file, 'ChargePeriodEnd')[0]).toBe('2026-12-01T00:00:00Z');
    expect(column(file, 'BillingPeriodStart')[0]).toBe('2026-11-01T00:00:00Z');
  });

  it('by job has one line per job and resource, with the tags from any of its rows', () => {
    const metadata = { project: 'one' };
    const file = sumsOf(
      [
        { ...common, job: 'a' },
        { ...common, job: 'a', step: 'render', metadata },
        { ...common, job: 'b' },
      ],
      'job',
    );
    expect(column(file, 'x_JobId')).toEqual(['a', 'b']);
    expect(column(file, 'x_Step')).toEqual(['', '']);
    expect(column(file, 'Tags')).toEqual([JSON.stringify(metadata), '']);
    expect(column(file, 'PricingQuantity')).toEqual(['4', '2']);
  });

  it('separates charges of different regions and prices, so that quantity times unit price is the cost', () => {
    const [charge] = charges;
    const cheaper = { ...charge!, unit_price: 1_000_000, amount: 2_000_000 };
    const file = sumsOf(
      [
        { ...common, job: 'a' },
        { ...common, job: 'a', charges: [cheaper] },
        { ...common, job: 'a', prices: { region: 'eu-west-1', version: list.version } },
      ],
      'job',
    );
    expect(column(file, 'RegionId')).toEqual(['us-east-1', 'us-east-1', 'eu-west-1']);
    expect(column(file, 'ListUnitPrice')).toEqual(['0.090000000000', '0.000001000000', '0.090000000000']);
  });

  it('separates estimated charges', () => {
    const rowsOfJob = [false, true].map((estimated) => ({ ...common, job: 'a', estimated }));
    expect(sumsOf(rowsOfJob, 'job')).toHaveLength(3);
  });
});

describe('the rules', () => {
  const right = fileOf(
    fc.sample(rows, { numRuns: 1, seed: 3 }).map((row) => ({ ...row, charges: priceUsage(new Map([['egress', 2]]), list) })),
  );
  const broken = (name: string, value: string) =>
    right.map((row, index) => (index === 0 ? row : row.map((old, at) => (right[0]?.[at] === name ? value : old))));

  it.each([
    ['BilledCost', '', 'BilledCost is null'],
    ['BilledCost', '1,5', 'BilledCost is not a number'],
    ['ListCost', 'null', 'ListCost is the word null'],
    ['ChargeCategory', 'usage', 'ChargeCategory must not be usage'],
    ['ChargeClass', 'None', 'ChargeClass must not be None'],
    ['ServiceCategory', 'Serverless', 'ServiceCategory must not be Serverless'],
    ['BillingCurrency', '$', 'BillingCurrency is not a currency'],
    ['ChargePeriodEnd', '2020-01-01T00:00:00Z', 'does not end after its start'],
    ['ChargePeriodStart', '2026-11-21', 'ChargePeriodStart is not an instant'],
    ['PricingQuantity', '', 'PricingQuantity is null for usage'],
    ['PricingUnit', '', 'PricingUnit is null'],
  ])('reject %s = %j', (name, value, fault) => {
    expect(validateFocus(right)).toEqual([]);
    expect(validateFocus(broken(name, value)).join('\n')).toContain(fault);
  });

  it('reject a missing column, and a misplaced custom column', () => {
    expect(validateFocus(right.map((row) => row.slice(1)))).toContain('The column BilledCost is missing');
    expect(validateFocus(right.map((row) => [row.at(-1) ?? '', ...row.slice(0, -1)])).join()).toContain('is after the custom columns');
  });
});
