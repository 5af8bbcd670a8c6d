import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EstimateView, estimateSchema } from '@talking-avatar/contract/testing';
import { record } from '@talking-avatar/speech/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDollars, type LedgerRow, rowTotal } from '#billing';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { aggregateCosts } from '../../functions/workers/aggregate/aggregate-costs.ts';
import { renderersOf } from '../../lib/billing/renderers.ts';
import { readCsv } from '../billing/csv.ts';
import { validateFocus } from '../billing/focus-rules.ts';
import { listRows } from '../billing/ledger-table.ts';
import { operate } from './operator.ts';
import { startService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let client: Service;
let job: string;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  client = await service.as('acme');
  job = await submit(client, { ...tinyJob, text: 'The old harbour lay quiet under a pale morning sky.' });
  expect((await watch(client, job)).status).toBe('succeeded');
  await ledgerOf((rows) => rows.some((row) => row.step === 'finalize' && row.result));
});
afterAll(() => service.end());

/** Waits for ledger rows, which are written after the responses have been sent. */
async function ledgerOf(isComplete: (rows: LedgerRow[]) => boolean): Promise<LedgerRow[]> {
  for (const until = Date.now() + 180_000; ; await pause(200)) {
    const rows = await listRows(service.outputs.LedgerTable ?? '', today, today);
    if (isComplete(rows) || Date.now() > until) return rows;
  }
}

/** Returns the total of the ledger, in pico-dollars. */
const total = async (): Promise<bigint> => (await ledgerOf(() => true)).reduce((sum, row) => sum + rowTotal(row), 0n);

/** Expects a sum to equal the total of the ledger, at a time when no rows are added. */
async function unchanged(sum: () => Promise<bigint>): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const [before, reported, after] = [await total(), await sum(), await total()];
    if (before !== after) continue;
    expect(formatDollars(reported)).toBe(formatDollars(before));
    return;
  }
  throw new Error('The ledger kept changing');
}

/** Returns the total of a report, in pico-dollars. */
async function sumOf(...args: string[]): Promise<bigint> {
  const lines = JSON.parse((await avatar(...args, '--json')).out[0]!) as { cost?: string; ledger?: string }[];
  return lines.reduce((sum, { cost, ledger }) => sum + BigInt((cost ?? ledger ?? '').replace('.', '')), 0n);
}

/** Runs an operator command. */
const avatar = (...args: string[]) => operate(service, ...args);

describe('costs', () => {
  it('have the same total in every grouping', async () => {
    for (const by of ['account', 'output', 'resource']) await unchanged(() => sumOf('costs', '--by', by));
  });

  it('are listed per minute of the result, and for one account', async () => {
    const { out } = await avatar('costs', '--by', 'output', '--account', 'acme', '--json');
    const [csv] = JSON.parse(out[0]!) as Record<string, string | number>[];
    expect(csv).toMatchObject({ output: 'csv', jobs: 1, share: 100, estimated: '0.000000000000' });
    expect(Number(csv?.per_minute)).toBeCloseTo(Number(csv?.cost) / Number(csv?.minutes), 4);
    expect(JSON.parse((await avatar('costs', '--account', 'nobody', '--json')).out[0]!)).toEqual([]);
  });

  it('are listed by step for one job, and by job with --dearest', async () => {
    const { out } = await avatar('costs', '--job', job);
    expect(out[0]).toMatch(/ \(acme, csv, en-US\): \$0\.\d+, [34]\.\d\d s of result, \$0\.\d+ a minute$/);
    for (const step of ['generate', 'dispatch', 'begin', 'synthesize', 'solve', 'export', 'finalize']) {
      expect(out.join('\n')).toMatch(new RegExp(`^${step} +\\$0\\.0+[1-9]`, 'm'));
    }
    const { out: dearest } = await avatar('costs', '--dearest', '--format', 'csv');
    expect(dearest[0]).toMatch(/^job,account,output,language,actor,cost,/);
    expect(dearest[1]).toContain(`${job},acme,csv,en-US`);
  });

  it.each([
    [['--by', 'colour'], '--by must be one of account, actor, output'],
    [['--format', 'xml'], '--format must be one of table, csv, json'],
    [['--from', 'yesterday'], '--from must be a day'],
    [['--json', '--format', 'csv'], '--format csv cannot be combined with --json'],
    [['--by'], 'Missing value for --by'],
    [['--job', 'x', '--dearest'], '--job cannot be combined'],
    [['--job', 'x'], 'does not have rows for job x'],
    [['today'], 'Unexpected argument "today"'],
  ])('%j explains the error', async (args, message) => {
    const { code, err } = await avatar('costs', ...args);
    expect(code).toBe(2);
    expect(err.join('\n')).toContain(message);
  });
});

describe('focus', () => {
  it('contains all charges so far in a valid file, or prints them', async () => {
    const file = join(service.data, 'focus.csv');
    await unchanged(async () => {
      expect(await avatar('focus', '--from', today, '--to', today, '--out', file)).toEqual({
        code: 0,
        out: [],
        err: [],
      });
      const table = readCsv(await readFile(file, 'utf8'));
      expect(validateFocus(table)).toEqual([]);
      return table.slice(1).reduce((sum, [cost = '']) => sum + BigInt(cost.replace('.', '')), 0n);
    });
    const { out } = await avatar('focus');
    expect(out[0]).toMatch(/^BilledCost,.*,Tags,.*,x_Step$/);
    expect(out.some((line) => line.includes(job) && line.includes(',acme,'))).toBe(true);
  });

  it.each([
    [['--out', join('no-such-folder', 'focus.csv')], '--out: could not write no-such-folder/focus.csv'],
    [['--from', 'yesterday'], '--from must be a day'],
    [['--json'], 'Unknown option --json'],
    [['acme'], 'Unexpected argument "acme"'],
  ])('%j explains the error', async (args, message) => {
    const { code, err } = await avatar('focus', ...args);
    expect(code).toBe(2);
    expect(err.join('\n')).toContain(message);
  });
});

/** Aggregates costs, as the scheduled function does. */
const addUp = () => {
  const { LedgerTable: ledger = '', AccountsTable: accounts = '' } = service.outputs;
  return aggregateCosts({ ledger, accounts, stage: 'local', renderers: renderersOf() });
};

async function post(path: string, body: object | FormData): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.url}/lipsync/${path}?token=${client.token}`, {
    method: 'POST',
    ...(body instanceof FormData ? { body } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const estimateOf = async (body: object | FormData): Promise<EstimateView> => v.parse(estimateSchema, (await post('estimate', body)).body);

describe('an estimate', () => {
  it('accepts the same input as generate, without queuing or counting anything', async () => {
    const before = (await avatar('tokens', 'list', '--account', 'acme')).out;
    const form = new FormData();
    form.append('job', JSON.stringify({ ...tinyJob, output: { type: 'fbx' } }));
    form.append('audio', new Blob([new Uint8Array(await record('Hi.', ['-f', 'wav']))]), 'a.wav');
    const videoJob = { ...tinyJob, target_rig: 'metahuman', output: { type: 'video' } };
    const [csv, video, recording] = [await estimateOf(tinyJob), await estimateOf(videoJob), await estimateOf(form)];
    expect(video.cost.expected).toBeGreaterThan(csv.cost.expected);
    expect(recording.cost.currency).toBe('USD');
    expect((await avatar('tokens', 'list', '--account', 'acme')).out).toEqual(before);
    const list = await fetch(`${service.url}/status?token=${client.token}`);
    expect(((await list.json()) as { jobs: object[] }).jobs).toHaveLength(1);
  });

  it('rejects the same input as generate, with the same errors', async () => {
    for (const wrong of [{ ...tinyJob, output: { type: 'gif' } }, { ...tinyJob, text: '...' }, {}]) {
      const [one, other] = [await post('estimate', wrong), await post('generate', wrong)];
      expect(one).toEqual(other);
      expect(one.status).toBe(400);
    }
  });

  it('learns from the costs of jobs, so the next job is within its bounds', async () => {
    const before = await estimateOf(tinyJob);
    await addUp();
    const learned = await estimateOf(tinyJob);
    expect(before.jobs).toBe(0);
    expect(learned.jobs).toBe(1);
    const next = await submit(client, { ...tinyJob, text: 'A quiet harbour under a pale evening sky, and rain.' });
    const ended = await watch(client, next);
    expect(ended.status).toBe('succeeded');
    const rows = await ledgerOf((all) => all.some((row) => row.job === next && row.step === 'finalize' && row.result));
    const cost = Number(formatDollars(rows.filter((row) => row.job === next).reduce((sum, row) => sum + rowTotal(row), 0n)));
    const guess = await estimateOf({ ...tinyJob, text: 'A quiet harbour under a pale evening sky, and rain.' });
    expect(cost).toBeGreaterThan(guess.cost.low);
    expect(cost).toBeLessThan(guess.cost.high);
    expect(ended.output.duration).toBeGreaterThan(guess.duration.low);
    expect(ended.output.duration).toBeLessThan(guess.duration.high);
  });
});

describe('a budget', () => {
  it("rejects the account's jobs when it is used up, but only with --stop", async () => {
    expect((await avatar('budgets', 'set', '--account', 'acme', '--monthly', '0.000001')).out[0]).toContain('an alarm');
    await addUp();
    expect((await avatar('budgets', 'list')).out[1]).toMatch(/^acme +\$0\.00000100 +\$0\.\d+ +\d+ % +over$/);
    expect((await post('generate', tinyJob)).status).toBe(200);
    await avatar('budgets', 'set', '--account', 'acme', '--monthly', '0.000001', '--stop');
    const refused = await post('generate', tinyJob);
    expect(refused.body).toEqual({
      title: 'Budget reached',
      message: expect.stringContaining(today.slice(0, 7)),
      code: 403,
    });
    expect(refused.status).toBe(403);
    expect((await post('estimate', tinyJob)).status).toBe(200);
    const other = await service.as('other');
    await submit(other, tinyJob);
    await avatar('budgets', 'remove', '--account', 'acme');
    expect((await post('generate', tinyJob)).status).toBe(200);
  });

  it.each([
    [['budgets', 'set', '--account', 'acme', '--monthly', 'much'], '--monthly must be an amount in dollars'],
    [['budgets', 'set', '--account', 'acme', '--monthly', '0'], '--monthly must be an amount in dollars'],
    [['budgets', 'set', '--monthly', '5'], '--account must be 1 to 64 letters'],
    [['budgets', 'remove', '--account', 'nobody'], 'nobody does not have a budget'],
    [['budgets', 'set', '--account', 'acme', '--monthly', '99999999999'], 'up to $100'],
    [['budgets', 'set', '--account', 'acmee', '--monthly', '5'], 'acmee has no tokens; did you mean "acme"?'],
    [['budgets', 'set', '--account', 'nobody-at-all', '--monthly', '5', '--stop'], 'nobody-at-all has no tokens; create one'],
    [['budgets', 'list', 'acme'], 'Unexpected argument "acme"'],
    [['budgets', 'raise'], 'expected set, list, or remove'],
    [['reconcile', '--month', '2026-13', '--cur', 'x'], '--month must be a month'],
    [['reconcile', '--month', '2026-11'], 'Missing option --cur'],
    [['reconcile', '--month', '2026-11', '--cur', 'no-such-file'], 'could not read no-such-file'],
  ])('%j explains the error', async (args, message) => {
    const { code, err } = await avatar(...args);
    expect(code).toBe(2);
    expect(err.join('\n')).toContain(message);
  });
});

it('compares a month of the ledger with the bill', async () => {
  const bill = join(service.data, 'cur.csv');
  const header =
    'line_item_usage_start_date,line_item_product_code,line_item_usage_type,line_item_line_item_type,' +
    'line_item_unblended_cost,resource_tags_user_deployment';
  await writeFile(bill, `${header}\n${today}T00:00:00Z,AmazonStates,StateTransition,Usage,0.01,avatar-local-us-east-1\n`);
  const { out, err } = await avatar('reconcile', '--month', today.slice(0, 7), '--cur', bill, '--json');
  expect(err).toEqual([]);
  const services = JSON.parse(out[0]!) as { service: string; ledger: string; bill: string; difference: string }[];
  expect(services.find(({ service: name }) => name === 'AWS Step Functions')).toMatchObject({ bill: '0.010000000000' });
  expect(services.find(({ service: name }) => name === 'AWS Lambda')).toMatchObject({
    bill: '0.000000000000',
    percent: null,
  });
  await unchanged(() => sumOf('reconcile', '--month', today.slice(0, 7), '--cur', bill));
});

it('rejects a bill without any lines for this deployment', async () => {
  const bill = join(service.data, 'other.csv');
  const header =
    'line_item_usage_start_date,line_item_product_code,line_item_usage_type,line_item_line_item_type,' +
    'line_item_unblended_cost,resource_tags_user_deployment';
  await writeFile(bill, `${header}\n${today}T00:00:00Z,AmazonStates,StateTransition,Usage,0.01,avatar-other\n`);
  const { code, out, err } = await avatar('reconcile', '--month', today.slice(0, 7), '--cur', bill);
  expect(code).toBe(2);
  expect(out.join('\n')).toContain('AWS Lambda');
  expect(err.join('\n')).toContain('has the tag deployment = avatar-local-us-east-1');
});
