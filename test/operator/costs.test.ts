import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '@talking-avatar/cli';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createReport, groupRows, type LedgerRow, perMinute, priceUsage, type Usage } from '#billing';
import { drawCostPage, PAGE_GROUPINGS } from '../../bin/operator/cost-page.ts';
import { readReports } from '../../bin/operator/costs.ts';
import { writeOut } from '../../bin/operator/focus.ts';
import { describeJob } from '../../bin/operator/job-costs.ts';
import { readPeriod } from '../../bin/operator/period.ts';
import { writeDifferences } from '../../bin/operator/reconcile.ts';
import { cell, writeRows } from '../../bin/operator/tables.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { readCsv } from '../billing/csv.ts';

const list = readPrices();
const result = { seconds: 30, took: 2, characters: 400, speed: 1, engine: 'embedded', render_work: 0, fps: 0, handles: 0 };

const rowOf = (row: Partial<LedgerRow>, usage: Usage = new Map([['lambda.requests', 1]])): LedgerRow => ({
  id: 'i',
  at: '2026-11-21T10:00:00.000Z',
  step: 'solve',
  seconds: 1,
  estimated: false,
  prices: { region: list.region, version: list.version },
  charges: priceUsage(usage, list),
  ...row,
});

describe('cost per minute of output', () => {
  it('divides the cost of all jobs, including failed ones, by their output', () => {
    const [group] = groupRows(
      [rowOf({ job: 'a', output: 'csv' }), rowOf({ job: 'a', step: 'execution', result }), rowOf({ job: 'b', output: 'csv' })],
      'output',
    );
    expect(group).toMatchObject({ key: 'csv', seconds: 30, jobs: 2, invocations: 3, amount: 600_000n });
    expect(perMinute(group!)).toBe(1_200_000n);
  });

  it('is undefined without output', () => {
    expect(perMinute({ amount: 5n, seconds: 0 })).toBeUndefined();
  });

  it('counts output once for a job with several rows that contain it', () => {
    const steps = ['execution', 'execution', 'status'];
    const rows = steps.map((step, id) => rowOf({ id: String(id), job: 'a', step, result }));
    for (const by of ['job', 'step', 'day', 'resource'] as const) expect(groupRows(rows, by)[0]?.seconds).toBe(30);
  });
});

it('reports the same for rows added one by one in any order as for all rows together', () => {
  const rows = [rowOf({ job: 'a' }), rowOf({ job: 'a', account: 'acme' }), rowOf({}), rowOf({ job: 'b', account: 'other' })];
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      const report = createReport('account');
      for (const row of shuffled) report.add(row);
      expect(report.groups()).toEqual(groupRows(rows, 'account'));
    }),
  );
});

describe("a report's days", () => {
  it.each([
    [{ from: '2026-11-31' }, '--from must be a day'],
    [{ to: '2026-1-1' }, '--to must be a day'],
    [{ from: '2026-11-02', to: '2026-11-01' }, '--from must not be after --to'],
    [{ from: '2024-01-01', to: '2026-01-01' }, 'must be up to 400 days'],
  ])('%j are rejected by name', (given, message) => {
    expect(() => readPeriod(given)).toThrow(message);
    expect(() => readPeriod(given)).toThrow(CommandError);
  });

  it("default to the last day's month", () => {
    expect(readPeriod({ to: '2026-02-28' })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });
});

it('preserves all text in CSV and prevents spreadsheets from reading it as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { maxLength: 5 }), (texts) => {
      const rows = texts.map(([a = '', b = '']) => ({ one: cell(a), two: cell(b) }));
      const read = readCsv(writeRows(rows, ['one', 'two'], 'csv').join('\r\n'));
      const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?(e[+-]?\d+)?$/.test(text);
      const safe = texts.map((line) => line.map((text) => (isFormula(text) ? `'${text}` : text)));
      expect(read).toEqual([['one', 'two'], ...safe]);
    }),
  );
});

it.each([
  ["-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
  ['-SUM(A1)', "'-SUM(A1)"],
  ['-', "'-"],
  ['-0.000000123', '-0.000000123'],
  ['-1.5e-7', '-1.5e-7'],
])('writes the cell %s to CSV as %s', (text, written) => {
  expect(readCsv(writeRows([{ one: cell(text) }], ['one'], 'csv').join('\r\n'))).toEqual([['one'], [written]]);
});

it('shows the control characters of cells as codes', () => {
  const rows = [{ one: cell('a\u001b[2J\nb'), two: cell('x\u202ey') }];
  expect(writeRows(rows, ['one', 'two'], 'table')[1]).toBe('a\\u001b[2J\\u000ab  x\\u202ey');
});

it("lists a job's cost by step and resource, to the pico-dollar", () => {
  const rows = [
    rowOf({ job: 'j', account: 'acme', output: 'csv' }),
    rowOf({ job: 'j', step: 'render', estimated: true }, new Map([['lambda.compute.arm64', 9.5]])),
    rowOf({ job: 'j', step: 'render', result }, new Map([['lambda.compute.arm64', 9.5]])),
  ];
  const report = JSON.parse(describeJob('j', rows, 'json')[0]!);
  expect(report).toMatchObject({ account: 'acme', cost: '0.000253534600', seconds: 30, per_minute: '0.000507069200' });
  expect(report.steps).toMatchObject([
    { step: 'render', cost: '0.000253334600', invocations: 2, seconds: 2, estimated: '0.000126667300' },
    { step: 'solve', cost: '0.000000200000', invocations: 1 },
  ]);
  expect(report.resources).toMatchObject([
    { resource: 'lambda.compute.arm64', quantity: 19, unit: 'GB-Seconds' },
    { resource: 'lambda.requests', quantity: 1 },
  ]);
  expect(describeJob('j', rows, 'table')[0]).toBe('j (acme, csv): $0.000254, 30.00 s of result, $0.000507 a minute');
  const tagged = rows.map((row) => ({ ...row, metadata: { project: 'trailer', take: '2' } }));
  expect(describeJob('j', tagged, 'table')[0]).toContain('j (acme, csv, project: trailer, take: 2): ');
  expect(JSON.parse(describeJob('j', tagged, 'json')[0]!)).toMatchObject({ metadata: { project: 'trailer', take: '2' } });
  expect(() => describeJob('j', [], 'table')).toThrow('does not have rows for job j');
});

it('totals a reconciliation in a table only, since CSV and JSON are added up by their readers', () => {
  const services = [
    { service: 'AWS Lambda', ledger: 3_000_000_000_000n, bill: 4_000_000_000_000n },
    { service: 'Amazon S3', ledger: 1_000_000_000_000n, bill: 0n },
  ];
  const lines = writeDifferences(services, 'table');
  expect(lines.at(-1)).toMatch(/^total +\$4\.00 +\$4\.00 +\$0\.00 +0\.0 %$/);
  expect(writeDifferences(services, 'csv')).toHaveLength(3);
  expect(JSON.parse(writeDifferences(services, 'json')[0]!)).toHaveLength(2);
});

describe('the cost page', () => {
  const pageOf = async (rows: readonly LedgerRow[], account?: string) => {
    const each = (async function* () {
      yield* rows;
    })();
    const reports = await readReports(each, PAGE_GROUPINGS, account);
    return drawCostPage(reports, { from: '2026-11-01', to: '2026-11-30' }, 'Costs');
  };
  const usage: Usage = new Map([['lambda.requests', 1_000_000]]);

  it('has the total, a column for each day with the height of its costs, and the costs by job, step, and account', async () => {
    const page = await pageOf([
      rowOf({ job: 'a', account: 'acme', output: 'csv' }, usage),
      rowOf({ job: 'a', step: 'execution', result, output: 'csv' }, usage),
      rowOf({ job: 'b', account: 'other', output: 'fbx', at: '2026-11-22T10:00:00.000Z', estimated: true }, usage),
    ]);
    expect(page).toContain('<strong>$0.600</strong> for 2 jobs, at AWS list prices. $0.200 of it is estimated');
    const heights = [...page.matchAll(/height="([\d.]+)"><title>([^<]+)</g)].map(([, height, title]) => [title, height]);
    expect(heights).toEqual([
      ['2026-11-21, csv: $0.400', '196.0'],
      ['2026-11-22, fbx: $0.200', '98.0'],
    ]);
    expect([...page.matchAll(/>(11-\d\d)</g)].map(([, day]) => day)).toEqual(
      Array.from({ length: 15 }, (_, index) => `11-${String(2 * index + 1).padStart(2, '0')}`),
    );
    for (const name of ['acme', 'other', 'solve', 'execution', 'lambda.requests', 'a', 'b']) expect(page).toContain(`<td>${name}</td>`);
  });

  it("only includes one account's rows, including rows that only have their job", async () => {
    const rows = [rowOf({ job: 'a', account: 'acme' }, usage), rowOf({ job: 'a' }, usage), rowOf({ job: 'b' }, usage)];
    const page = await pageOf([...rows, rowOf({ job: 'b', account: 'other' }, usage)], 'acme');
    expect(page).toContain('<strong>$0.400</strong> for 1 job,');
    expect(page).not.toContain('other</td>');
  });

  it('escapes markup, and contains no scripts or external references', async () => {
    const page = await pageOf([rowOf({ job: 'a', account: '<script>alert("&")</script>' }, usage)]);
    expect(page).toContain('<td>&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;</td>');
    expect(page).not.toMatch(/<script|https?:|url\(/);
  });

  it('can show a cost of zero', async () => {
    expect(await pageOf([])).toContain('<strong>$0.00</strong> for 0 jobs');
  });
});

describe('writing charges to a file', () => {
  async function* lines(): AsyncGenerator<string> {
    yield 'BilledCost\n';
  }

  it('fails with a CommandError, and does not leave a file, if the disk is full', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'avatar-test-'));
    const path = join(folder, 'focus.csv');
    const file = await open(join(folder, 'probe'), 'w');
    await file.close();
    await rm(join(folder, 'probe'));
    const fail = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'fsync' });
    };
    const full = vi.spyOn(Object.getPrototypeOf(file), 'sync').mockImplementationOnce(fail);
    try {
      await expect(writeOut(path, lines())).rejects.toThrow(CommandError);
      expect(full).toHaveBeenCalledTimes(1);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      full.mockRestore();
      await rm(folder, { recursive: true });
    }
  });

  it('passes on the error if the ledger cannot be read', async () => {
    const error = Object.assign(new Error('The read timed out'), { name: 'TimeoutError', $metadata: {} });
    async function* breaking(): AsyncGenerator<string> {
      yield* lines();
      throw error;
    }
    await expect(writeOut('/dev/null', breaking())).rejects.toBe(error);
  });
});
