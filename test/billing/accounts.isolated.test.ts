import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb, type TableDefinition } from 'local-aws/dynamodb';
import { startS3 } from 'local-aws/s3';
import { makeDirectory, PLACE, removeDirectory, setCredentials, startTestGateway } from 'local-aws/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusExportFolder, focusExportKey, getObject, listKeys, putObject } from '#aws';
import { dynamodb } from '#aws/clients';
import {
  findBudget,
  formatDollars,
  type LedgerRow,
  listBudgets,
  loadCostHistory,
  readCostHistory,
  recordSpending,
  removeBudget,
  rowTotal,
  setBudget,
} from '#billing';
import { aggregateCosts, daysToAggregate } from '../../functions/workers/aggregate/aggregate-costs.ts';
import { exportDay, exportPart, partsAt } from '../../functions/workers/focus/focus.ts';
import { writeRows } from '../../layers/billing/ledger/rows.ts';
import { PICOS_PER_DOLLAR } from '../../layers/billing/money.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { renderersOf } from '../../lib/billing/renderers.ts';
import { readCsv } from './csv.ts';
import { validateFocus } from './focus-rules.ts';
import { LEDGER } from './ledger-table.ts';

const ACCOUNTS: TableDefinition = {
  TableName: 'accounts',
  KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'name', AttributeType: 'S' }],
};

const dir = makeDirectory();
let stop = async () => {};
const lines: string[] = [];

beforeAll(async () => {
  const db = await startDynamoDb({ dir: join(dir, 'db'), place: PLACE, tables: [ACCOUNTS, LEDGER] });
  const s3 = await startS3({ dir: join(dir, 's3'), buckets: [{ name: 'bucket', expirations: [] }] } as never);
  const gateway = await startTestGateway([db.service, s3.service]);
  setCredentials(gateway);
  stop = async () => {
    await gateway.stop();
    await Promise.all([db.stop(), s3.stop()]);
  };
});
afterAll(async () => {
  await stop();
  removeDirectory(dir);
});
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});

const list = readPrices();
let rows = 0;

/** Adds an invocation to the ledger at the given cost, in pico-dollars. */
async function spend(amount: number, row: Partial<LedgerRow>): Promise<LedgerRow> {
  rows += 1;
  const whole: LedgerRow = {
    id: `row-${rows}`,
    at: '2026-11-21T10:00:00.000Z',
    step: 'solve',
    seconds: 1,
    estimated: false,
    prices: { region: list.region, version: list.version },
    charges: [{ resource: 'lambda.requests', quantity: 1, unit_price: amount, amount }],
    ...row,
  };
  await writeRows('ledger', [whole], { writer: 'test', signal: AbortSignal.timeout(10_000) });
  return whole;
}

const noon = () => Date.parse('2026-11-21T12:00:00Z');
const resources = { ledger: 'ledger', accounts: 'accounts', stage: 'test', renderers: renderersOf() };

describe('a budget', () => {
  it('includes each day of its month once', async () => {
    await setBudget('accounts', 'acme', { limit: 5n * PICOS_PER_DOLLAR, stop: true });
    await recordSpending('accounts', 'acme', '2026-11-20', 10n);
    await recordSpending('accounts', 'acme', '2026-11-21', 20n);
    await recordSpending('accounts', 'acme', '2026-11-21', 25n);
    const budget = await findBudget('accounts', 'acme', noon);
    expect(budget).toEqual({ account: 'acme', limit: 5n * PICOS_PER_DOLLAR, stop: true, spent: 35n });
  });

  it('starts over each month, and ignores a late day', async () => {
    await recordSpending('accounts', 'acme', '2026-12-01', 7n);
    await recordSpending('accounts', 'acme', '2026-11-30', 1000n);
    expect((await findBudget('accounts', 'acme', () => Date.parse('2026-12-02')))?.spent).toBe(7n);
    expect((await findBudget('accounts', 'acme', () => Date.parse('2027-01-02')))?.spent).toBe(0n);
  });

  it('can be changed and removed without losing the spending', async () => {
    await setBudget('accounts', 'other', { limit: PICOS_PER_DOLLAR, stop: false });
    await recordSpending('accounts', 'other', '2026-11-21', 9n);
    expect((await listBudgets('accounts', noon)).map(({ account }) => account)).toEqual(['acme', 'other']);
    expect(await removeBudget('accounts', 'other')).toBe(true);
    expect(await removeBudget('accounts', 'other')).toBe(false);
    expect(await findBudget('accounts', 'other', noon)).toBeUndefined();
    await setBudget('accounts', 'other', { limit: 2n, stop: false });
    expect((await findBudget('accounts', 'other', noon))?.spent).toBe(9n);
    await removeBudget('accounts', 'other');
  });
});

describe('cost aggregation', () => {
  it("adds up each account's spending, and reports budgets", async () => {
    await setBudget('accounts', 'spent', { limit: 100n, stop: true });
    await setBudget('accounts', 'nearly', { limit: 100n, stop: false });
    await setBudget('accounts', 'far', { limit: 100n, stop: false });
    await spend(70, { job: 'a', account: 'spent' });
    // This is another row of the same job, but without an account.
    await spend(30, { job: 'a' });
    await spend(80, { job: 'b', account: 'nearly' });
    await spend(79, { job: 'c', account: 'far' });
    expect(await aggregateCosts(resources, noon)).toMatchObject({ warned: 1, reached: 1 });
    const spent = Object.fromEntries((await listBudgets('accounts', noon)).map((one) => [one.account, one.spent]));
    expect(spent).toMatchObject({ spent: 100n, nearly: 80n, far: 79n });
    const metric = lines.filter((line) => line.startsWith('{"_aws"')).map((line) => JSON.parse(line))[0];
    expect(metric).toMatchObject({ stage: 'test', BudgetsReached: 1, BudgetsWarned: 1 });
    expect(metric._aws.CloudWatchMetrics[0].Dimensions).toEqual([['stage']]);
  });

  it('can be repeated without adding anything', async () => {
    expect(await aggregateCosts(resources, noon)).toMatchObject({ warned: 0, reached: 0 });
    expect((await findBudget('accounts', 'spent', noon))?.spent).toBe(100n);
  });

  it('reports an account over its budget even if others already are, and a changed budget', async () => {
    await spend(20, { job: 'b', account: 'nearly' });
    expect(await aggregateCosts(resources, noon)).toMatchObject({ warned: 0, reached: 1 });
    await setBudget('accounts', 'spent', { limit: 90n, stop: true });
    await setBudget('accounts', 'far', { limit: 98n, stop: false });
    expect(await aggregateCosts(resources, noon)).toMatchObject({ warned: 1, reached: 1 });
  });

  it('continues from the last day after an interruption', async () => {
    await spend(1, { at: '2026-11-23T10:00:00.000Z', account: 'far' });
    const send = dynamodb().send.bind(dynamodb());
    const cut = vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: never) => {
      const { input } = command as { input: object };
      if (JSON.stringify(input).includes('2026-11-23#0')) throw new Error('Out of time');
      return send(command);
    }) as never);
    await expect(aggregateCosts(resources, () => Date.parse('2026-11-24T12:00:00Z'))).rejects.toThrow('Out of time');
    cut.mockRestore();
    expect((await readCostHistory('accounts')).aggregatedUntil).toBe('2026-11-22');
  });

  it('learns from successful jobs', async () => {
    const result = { seconds: 30, took: 2, characters: 450, speed: 1, engine: 'embedded', render_work: 0, fps: 0, handles: 0 };
    const job = { job: 'd', account: 'acme', output: 'csv', language: 'en-US' };
    await spend(500, job);
    await spend(500, { ...job, step: 'execution', result });
    await aggregateCosts(resources, noon);
    const { kinds, paces } = await loadCostHistory('accounts');
    expect(Object.values(kinds['csv/text']?.cost ?? {})).toEqual([1]);
    expect(Object.values(paces['en-US'] ?? {})).toEqual([1]);
    expect((await readCostHistory('accounts')).aggregatedUntil).toBe('2026-11-21');
    // A status request on the next day does not count as another job.
    await spend(1, { ...job, at: '2026-11-22T10:00:00.000Z', step: 'status', result });
    await aggregateCosts(resources, () => Date.parse('2026-11-22T12:00:00Z'));
    expect((await readCostHistory('accounts')).days['2026-11-22']).toEqual({ kinds: {}, paces: {} });
    expect(await loadCostHistory('accounts')).toEqual({ kinds, paces });
  });

  it('reads the ledger again when the cost history has another version', async () => {
    const known = await loadCostHistory('accounts');
    const { days } = await readCostHistory('accounts');
    const Item = { name: 'cost-history-2', schema: 2, days, aggregated_until: '2026-11-22' };
    await dynamodb().send(new PutCommand({ TableName: 'accounts', Item }));
    expect(await readCostHistory('accounts')).toEqual({ days: {}, aggregatedUntil: undefined });
    expect(await aggregateCosts(resources, () => Date.parse('2026-11-22T12:00:00Z'))).toMatchObject({ days: 31 });
    expect(await loadCostHistory('accounts')).toEqual(known);
    expect((await readCostHistory('accounts')).aggregatedUntil).toBe('2026-11-22');
  });

  it.each([
    [undefined, '2026-11-21T12:00:00Z', 31, '2026-10-22'],
    ['2026-11-21', '2026-11-21T12:00:00Z', 1, '2026-11-21'],
    ['2026-11-21', '2026-11-21T02:59:00Z', 2, '2026-11-20'],
    ['2026-11-18', '2026-11-21T12:00:00Z', 4, '2026-11-18'],
    ['2026-01-01', '2026-11-21T12:00:00Z', 31, '2026-10-22'],
  ])('after a run on %s at %s covers %i days from %s', (aggregatedUntil, now, count, first) => {
    const days = daysToAggregate(aggregatedUntil, Date.parse(now));
    expect(days).toHaveLength(count);
    expect(days[0]).toBe(first);
    expect(days.at(-1)).toBe('2026-11-21');
  });
});

describe('an export', () => {
  const biller = { account: '123456789012', name: 'test' };
  const target = { ledger: 'ledger', bucket: 'bucket', biller };

  const readDay = async (day: string): Promise<string[][]> => {
    const texts = [];
    for (const key of await listKeys('bucket', focusExportFolder(day))) texts.push(await getObject('bucket', key));
    const [first = [], ...others] = texts.map((bytes) => readCsv(Buffer.from(bytes).toString()));
    return [...first, ...others.flatMap(([, ...rest]) => rest)];
  };

  it("writes a day's charges as FOCUS files", async () => {
    const written = [];
    for (let job = 0; job < 5; job += 1) {
      written.push(await spend(1000 + job, { at: '2026-11-19T23:30:00.000Z', job: `f${job}`, account: 'a,"b"' }));
      written.push(await spend(2000 + job, { at: '2026-11-19T23:59:59.000Z', job: `f${job}` }));
    }
    const { charges, files } = await exportDay(target, '2026-11-19', { size: 600, clock: noon });
    expect(charges).toBe(10);
    expect(files).toBeGreaterThan(2);
    const file = await readDay('2026-11-19');
    expect(validateFocus(file)).toEqual([]);
    const sum = file.slice(1).reduce((all, [cost = '']) => all + BigInt(cost.replace('.', '')), 0n);
    expect(formatDollars(sum)).toBe(formatDollars(written.reduce((all, row) => all + rowTotal(row), 0n)));
    // Every charge has an account, even if its row does not.
    expect(new Set(file.slice(1).map((row) => row.at(-2)))).toEqual(new Set(['a,"b"']));
  });

  it('replaces the files of an earlier export, and deletes leftover ones', async () => {
    const folder = focusExportFolder('2026-11-19');
    const before = await listKeys('bucket', folder);
    await putObject('bucket', `${folder}part-3-0099.csv`, 'old', 'text/csv');
    await exportDay(target, '2026-11-19', { size: 600, clock: noon });
    expect(await listKeys('bucket', folder)).toEqual(before);
    const parts = [];
    for (let part = 0; part < 8; part += 1) parts.push(await exportPart(target, '2026-11-19', part, { clock: noon }));
    expect(parts.reduce((sum, { charges }) => sum + charges, 0)).toBe(10);
  });

  it('writes a small day in one run, and a large day part by part', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    expect(hours.map((hour) => partsAt(hour, 4_000_000)).filter((parts) => parts.length > 0)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
    expect(hours.flatMap((hour) => partsAt(hour, 4_000_001))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('contains only the header for a day without charges', async () => {
    expect(await exportDay(target, '2026-11-01', { clock: noon })).toEqual({ charges: 0, files: 1 });
    expect(await readDay('2026-11-01')).toHaveLength(1);
  });

  it.each([
    ['2026-11-21', 'has not ended'],
    ['2025-10-17', 'is expiring from the ledger'],
    ['2020-01-01', 'has expired from the ledger'],
  ])('rejects %s, which %s, and leaves its files unchanged', async (day) => {
    const archive = 'as it was exported\n';
    await putObject('bucket', focusExportKey(day, 0, 0), archive, 'text/csv');
    const exported = exportDay(target, day, { clock: noon });
    await expect(exported).rejects.toThrow(`after 2025-10-17 and no later than 2026-11-20, got ${day}`);
    expect(Buffer.from(await getObject('bucket', focusExportKey(day, 0, 0))).toString()).toBe(archive);
  });
});
