import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ResourceName } from '#aws';
import { countBilled64KbUnits, RESOURCE_NAMES } from '#aws/usage';
import { formatDollars, formatShort, GROUPINGS, groupRows, type LedgerRow, NO_KEY, priceFileSchema, rowTotal } from '#billing';
import { PICOS_PER_DOLLAR, priceOfQuantity } from '../../layers/billing/money.ts';
import { unitPrice } from '../../layers/billing/prices/prices.ts';
import { priceUsage, rowSchema } from '../../layers/billing/row.ts';
import { agrees } from './tolerance.ts';

const file = join(import.meta.dirname, '..', '..', 'layers', 'billing', 'prices', 'us-east-1.json');
const list = v.parse(priceFileSchema, JSON.parse(readFileSync(file, 'utf8')));

describe('a charge', () => {
  it.each([
    ['a tenth of a second of 512 MB', 'lambda.compute.arm64', 0.05, 666_670],
    ['one request', 'lambda.requests', 1, 200_000],
    ['one transition', 'states.transitions', 1, 25_000_000],
    ['half a write unit', 'dynamodb.writes', 0.5, 312_500],
    ['a kilobyte for a week', 's3.storage', 0.000000223, 5129],
  ] as const)('of %s is exact', (_, resource, quantity, amount) => {
    expect(priceOfQuantity(quantity, unitPrice(list, resource))).toBe(amount);
  });

  it('never loses a pico-dollar to floating point', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(90_000_000), (billionths, price) => {
        const exact = (BigInt(billionths) * BigInt(price) * 2n + 1_000_000_000n) / 2_000_000_000n;
        expect(BigInt(priceOfQuantity(billionths / 1e9, price))).toBe(exact);
      }),
    );
  });

  it('is rejected above the exact range of a row', () => {
    expect(() => priceOfQuantity(1e9, 90_000_000_000)).toThrow(RangeError);
  });

  it('is omitted for unused resources', () => {
    expect(priceUsage(new Map<ResourceName, number>([['egress', 0]]), list)).toEqual([]);
  });
});

describe('a price list', () => {
  it('has a price for every resource except GPU instances, whose price depends on their type', () => {
    const names = RESOURCE_NAMES.filter((name) => name !== 'gpu.instance');
    expect(Object.keys(list.prices).sort()).toEqual([...names].sort());
    expect(names.every((name) => unitPrice(list, name) > 0)).toBe(true);
  });

  it.each([
    ['a number', { egress: 0.09 }],
    ['a negative price', { egress: '-0.09' }],
    ['too many decimal places', { egress: '0.0000000000001' }],
    ['an unknown resource', { gold: '1' }],
  ])('with %s is rejected', (_, wrong) => {
    expect(v.safeParse(priceFileSchema, { ...list, prices: { ...list.prices, ...wrong } }).success).toBe(false);
  });
});

/** Invocations for a few jobs. Only the first invocation for each job has an account. */
const rows: fc.Arbitrary<LedgerRow[]> = fc.array(
  fc
    .record({
      id: fc.uuid(),
      at: fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
      step: fc.constantFrom('generate', 'solve', 'export'),
      job: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      account: fc.option(fc.constantFrom('acme', 'other'), { nil: undefined }),
      output: fc.option(fc.constantFrom('csv', 'video'), { nil: undefined }),
      estimated: fc.boolean(),
      usage: fc.uniqueArray(fc.tuple(fc.constantFrom(...RESOURCE_NAMES), fc.double({ min: 0, max: 1e4, noNaN: true })), {
        selector: ([name]) => name,
      }),
    })
    .map(({ usage, at, job, account, output, ...row }) => ({
      ...row,
      at: at.toISOString(),
      ...(job && { job }),
      ...(account && { account }),
      ...(output && { output }),
      seconds: 1,
      prices: { region: list.region, version: list.version },
      charges: priceUsage(new Map(usage), list),
    })),
);

describe('a report', () => {
  it('has the same total in every grouping, to the pico-dollar', () => {
    fc.assert(
      fc.property(rows, (ledger) => {
        const total = ledger.reduce((sum, row) => sum + rowTotal(row), 0n);
        for (const grouping of GROUPINGS) {
          const groups = groupRows(ledger, grouping);
          expect(groups.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
        }
      }),
    );
  });

  it('contains only valid rows', () => {
    fc.assert(fc.property(rows, (ledger) => ledger.every((row) => v.is(rowSchema, row))));
  });

  it("attributes a row without an account to its job's account", () => {
    const base = { at: '2026-11-21T00:00:00.000Z', seconds: 1, prices: list, estimated: false };
    const charges = priceUsage(new Map<ResourceName, number>([['lambda.requests', 1]]), list);
    const ledger = [
      { ...base, id: '1', step: 'generate', job: 'a', account: 'acme', charges },
      { ...base, id: '2', step: 'solve', job: 'a', charges },
      { ...base, id: '3', step: 'status', charges },
    ];
    expect(groupRows(ledger, 'account')).toEqual([
      { key: 'acme', keys: ['acme'], amount: 400_000n, jobs: 1, invocations: 2, estimated: 0n, seconds: 0 },
      { key: NO_KEY, keys: [NO_KEY], amount: 200_000n, jobs: 0, invocations: 1, estimated: 0n, seconds: 0 },
    ]);
  });

  it("counts a result's duration on the day of its execution", () => {
    const result = { seconds: 30, took: 2, characters: 450, speed: 1, engine: 'embedded', render_work: 0, fps: 0, handles: 0 };
    const base = { seconds: 1, prices: list, estimated: false, charges: [], job: 'a', account: 'acme', result };
    const made = { ...base, at: '2026-11-21T23:00:00.000Z' };
    const later = { ...base, at: '2026-11-22T09:00:00.000Z', id: '3', step: 'status' };
    const ledger = [{ ...made, id: '1', step: 'solve' }, { ...made, id: '2', step: 'execution' }, later];
    const secondsBy = (rows: LedgerRow[], by: 'day' | 'account') =>
      Object.fromEntries(groupRows(rows, by).map(({ key, seconds }) => [key, seconds]));
    expect(secondsBy(ledger, 'day')).toEqual({ '2026-11-21': 30, '2026-11-22': 0 });
    expect(secondsBy(ledger, 'account')).toEqual({ acme: 30 });
    expect(secondsBy([later], 'account')).toEqual({ acme: 0 });
  });

  it('by day counts a job that runs past midnight once, and its costs on the days of its rows, like the bill', () => {
    const charges = priceUsage(new Map<ResourceName, number>([['lambda.requests', 1]]), list);
    const base = { seconds: 1, prices: list, estimated: false, charges, account: 'acme' };
    const [eve, day, after] = ['2026-11-20T23:59:58.000Z', '2026-11-21T00:00:01.000Z', '2026-11-22T09:00:00.000Z'];
    const ledger = [
      { ...base, id: '1', job: 'a', step: 'generate', at: eve },
      { ...base, id: '2', job: 'a', step: 'execution', at: day },
      { ...base, id: '3', job: 'a', step: 'export', at: day },
      { ...base, id: '4', job: 'a', step: 'download', at: after },
      // This job was cancelled while parked.
      { ...base, id: '5', job: 'b', step: 'generate', at: eve },
      { ...base, id: '6', job: 'b', step: 'cancel', at: day },
    ];
    const byDay = (given: LedgerRow[]) => Object.fromEntries(groupRows(given, 'day').map(({ key, jobs, amount }) => [key, [jobs, amount]]));
    expect(byDay(ledger)).toEqual({
      '2026-11-20': [1, 400_000n],
      '2026-11-21': [1, 600_000n],
      '2026-11-22': [0, 200_000n],
    });
    expect(byDay(ledger.toReversed())).toEqual(byDay(ledger));
    expect(byDay(ledger.slice(2))).toMatchObject({ '2026-11-22': [0, 200_000n] });
  });
});

it.each([
  [0, 1],
  [1, 1],
  [65_536, 1],
  [65_537, 2],
])('bills %i bytes as %i chunks of 64 KB', (bytes, count) => {
  expect(countBilled64KbUnits(bytes)).toBe(count);
});

it.each([
  [0n, '0.000000000000', '$0.00'],
  [1n, '0.000000000001', '$0.000000000001'],
  [666_670n, '0.000000666670', '$0.000000667'],
  [PICOS_PER_DOLLAR * 12n + PICOS_PER_DOLLAR / 3n, '12.333333333333', '$12.33'],
])('writes %i pico-dollars as %s and %s', (amount, exact, short) => {
  expect(formatDollars(amount)).toBe(exact);
  expect(formatShort(amount)).toBe(short);
});

it.each([
  ['sqs.requests', 100, 100, true],
  ['sqs.requests', 99, 100, false],
  ['sqs.requests', 0, 1, false],
  ['dynamodb.reads', 99.5, 100, true],
  ['dynamodb.reads', 98, 100, false],
  ['dynamodb.reads', 101, 100, false],
  ['lambda.compute.arm64', 0.7, 1, false],
  ['egress', 1, 2, undefined],
] as const)('%s: %i on the ledger and %i at the services agree: %s', (resource, ledger, services, verdict) => {
  expect(agrees(resource, ledger, services)).toBe(verdict);
});
