import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReconciliation, formatDollars, type LedgerRow, readBill, readDollars } from '#billing';
import { parseDecimal } from '../../layers/billing/money.ts';
import { readCsv } from '../../layers/billing/reconciliation/csv.ts';
import { priceUsage } from '../../layers/billing/row.ts';
import { readPrices } from '../../lib/billing/index.ts';

const list = readPrices();
const filter = { month: '2026-11', tags: { service: 'avatar', stage: 'prod' } };

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('CSV', () => {
  it('is read as it was written, however the stream is split', async () => {
    const records = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 3 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 9 }), async (rows, end, size) => {
        const text = rows.map((row) => row.map(quote).join(',') + end).join('');
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
        // A decoder never splits text within a character.
        const whole = text.isWellFormed() && pieces.every((piece) => piece.isWellFormed()) ? pieces : [text];
        expect(await all(readCsv(whole))).toEqual(rows);
      }),
    );
  });

  it('is parsed or rejected for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a') }), async (text) => {
        const read = await all(readCsv([text])).catch((error: unknown) => error);
        if (!Array.isArray(read)) expect((read as Error).message).toMatch(/quote/i);
      }),
    );
  });

  it.each([
    ['a,"b', 'Quote Not Closed'],
    ['a,"b"c\n', 'Invalid Closing Quote'],
    ['a,b"c\n', 'Invalid Opening Quote'],
    ['a'.repeat(1_000_002), 'exceed the maximum number of tolerated bytes of 1000000'],
  ])('%#: explains what is wrong', async (text, message) => {
    await expect(all(readCsv([text]))).rejects.toThrow(message);
  });
});

it("CSV parsing throws the source's error", async () => {
  async function* fail() {
    yield 'a,b\n';
    throw new Error('disk on fire');
  }
  await expect(all(readCsv(fail()))).rejects.toThrow('disk on fire');
});

describe('a decimal', () => {
  it('is read to the pico-dollar in a bill', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (amount) => {
        expect(parseDecimal(formatDollars(amount))).toBe(amount);
      }),
    );
  });

  it.each([
    ['1.5E-7', 150_000n],
    ['0.0000000000004', 0n],
    ['0.0000000000005', 1n],
    ['-2', -2_000_000_000_000n],
    ['3e2', 300_000_000_000_000n],
    ['', undefined],
    ['$5', undefined],
    ['1,000', undefined],
  ])('%j is %s', (text, amount) => {
    expect(parseDecimal(text)).toBe(amount);
  });

  it('is a number or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.eE+-') }), (text) => {
        const amount = parseDecimal(text);
        if (amount !== undefined) expect(Number(amount) / 1e12).toBeCloseTo(Number(text), 6 - Math.log10(1 + Math.abs(Number(text))));
      }),
    );
  });

  it('must not have a sign or an exponent if a person enters it', () => {
    expect(['12.50', '-1', '1e3', ' 2', '0.1'].map(readDollars)).toEqual([
      12_500_000_000_000n,
      undefined,
      undefined,
      undefined,
      100_000_000_000n,
    ]);
  });
});

const OLD =
  'lineItem/UsageStartDate,lineItem/ProductCode,lineItem/UsageType,lineItem/LineItemType,lineItem/UnblendedCost,' +
  'resourceTags/user:service,resourceTags/user:stage';
const NEW =
  'line_item_usage_start_date,line_item_product_code,line_item_usage_type,line_item_line_item_type,line_item_unblended_cost,resource_tags';
const lineOf = (code: string, cost: string, { usage = 'Lambda-GB-Second', type = 'Usage', day = '21' } = {}) =>
  `2026-11-${day}T10:00:00Z,${code},${usage},${type},${cost}`;

describe('a bill', () => {
  it("is read in its older format, including only the month's usage with the tags", async () => {
    const text = [
      OLD,
      `${lineOf('AWSLambda', '0.25')},avatar,prod`,
      `${lineOf('AWSLambda', '0.25')},avatar,dev`,
      `${lineOf('AWSLambda', '0.25')},other,prod`,
      `${lineOf('AWSLambda', '-0.1', { type: 'Credit' })},avatar,prod`,
      `${lineOf('AWSLambda', '9').replace('2026-11', '2026-10')},avatar,prod`,
      `${lineOf('AmazonS3', '1E-7', { usage: 'USE1-DataTransfer-Out-Bytes' })},avatar,prod`,
    ].join('\n');
    expect(await all(readBill([text], filter))).toEqual([
      { code: 'AWSLambda', amount: 250_000_000_000n },
      { code: 'AWSDataTransfer', amount: 100_000n },
    ]);
  });

  it('is read in its newer format, with all tags in one column', async () => {
    const tags = quote(JSON.stringify({ user_service: 'avatar', user_stage: 'prod' }));
    const text = [NEW, `${lineOf('AWSLambda', '0.5')},${tags}`, `${lineOf('AWSLambda', '0.5')},`].join('\r\n');
    expect(await all(readBill([text], filter))).toEqual([{ code: 'AWSLambda', amount: 500_000_000_000n }]);
  });

  it.each([
    ['', 'the file is empty'],
    ['a,b\n', 'lineItem/UsageStartDate or line_item_usage_start_date is missing'],
    [OLD.replace(/,resourceTags.*/, '\n'), 'resourceTags/user:service or resource_tags is missing'],
    [`${OLD}\n${lineOf('AWSLambda', 'much')},avatar,prod`, '"much", which is not a number'],
    [`${NEW}\n${lineOf('AWSLambda', '1')},{`, 'resource_tags is not JSON'],
    [
      `${OLD},lineItem/CurrencyCode\n${lineOf('AWSLambda', '1')},avatar,prod,EUR`,
      'line_item_currency_code is "EUR", but the ledger is in USD',
    ],
  ])('%#: explains what is wrong', async (text, message) => {
    await expect(all(readBill([text], filter))).rejects.toThrow(message);
  });
});

it('a reconciliation lists the difference for each service, even if it is only on one side', () => {
  const row: LedgerRow = {
    id: 'i',
    at: '2026-11-21T10:00:00.000Z',
    step: 'solve',
    seconds: 1,
    estimated: false,
    prices: { region: list.region, version: list.version },
    charges: priceUsage(
      new Map([
        ['lambda.requests', 1],
        ['egress', 1],
      ] as const),
      list,
    ),
  };
  const reconciliation = createReconciliation();
  reconciliation.add(row);
  reconciliation.bill({ code: 'AWSLambda', amount: 150_000n });
  reconciliation.bill({ code: 'AmazonCloudWatch', amount: 70n });
  expect(reconciliation.services()).toEqual([
    { service: 'AWS Data Transfer', ledger: 90_000_000_000n, bill: 0n },
    { service: 'AWS Lambda', ledger: 200_000n, bill: 150_000n },
    { service: 'AmazonCloudWatch', ledger: 0n, bill: 70n },
  ]);
});
