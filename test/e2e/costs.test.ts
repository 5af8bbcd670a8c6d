import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { run } from '../../bin/operator/run.ts';
import { listRows } from '../../layers/cloud/index.ts';
import { formatDollars, type LedgerRow, totalOf } from '../../layers/ledger/index.ts';
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
  await ledgerOf((rows) => rows.some((row) => row.step === 'settle' && row.result));
});
afterAll(() => service.end());

/** The ledger, once it holds what is waited for: rows come after the answers. */
async function ledgerOf(isComplete: (rows: LedgerRow[]) => boolean): Promise<LedgerRow[]> {
  for (const until = Date.now() + 20_000; ; await pause(200)) {
    const rows = await listRows(service.outputs.LedgerTable ?? '', today, today);
    if (isComplete(rows) || Date.now() > until) return rows;
  }
}

/** Runs a command of the operator on the service. */
async function avatar(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run([...args, '--data', service.data], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { code, out, err };
}

describe('costs', () => {
  it('come to the same by everything that they can be told by', async () => {
    const total = formatDollars((await ledgerOf(() => true)).reduce((sum, row) => sum + totalOf(row), 0n));
    for (const by of ['account', 'actor', 'output', 'language', 'step', 'resource', 'day']) {
      const { out } = await avatar('costs', '--by', by, '--json');
      const groups = JSON.parse(out[0]!) as { cost: string }[];
      const sum = groups.reduce((all, { cost }) => all + BigInt(cost.replace('.', '')), 0n);
      expect(formatDollars(sum), by).toBe(total);
    }
  });

  it('of a minute of result are told, and of an account alone', async () => {
    const { out } = await avatar('costs', '--by', 'output', '--account', 'acme', '--json');
    const [csv] = JSON.parse(out[0]!) as Record<string, string | number>[];
    expect(csv).toMatchObject({ output: 'csv', jobs: 1, share: 100, estimated: '0.000000000000' });
    expect(Number(csv?.per_minute)).toBeCloseTo(Number(csv?.cost) / Number(csv?.minutes), 4);
    expect(JSON.parse((await avatar('costs', '--account', 'nobody', '--json')).out[0]!)).toEqual([]);
  });

  it('of a job are told by step, of the dearest by job', async () => {
    const { out } = await avatar('costs', '--job', job);
    expect(out[0]).toMatch(/ \(acme, csv, en-US\): \$0\.\d+, [23]\.\d\d s of result, \$0\.\d+ a minute$/);
    for (const step of ['generate', 'dispatch', 'begin', 'synthesize', 'solve', 'export', 'settle']) {
      expect(out.join('\n')).toMatch(new RegExp(`^${step} +\\$0\\.0+[1-9]`, 'm'));
    }
    const { out: dearest } = await avatar('costs', '--dearest', '--format', 'csv');
    expect(dearest[0]).toMatch(/^job,account,output,language,actor,cost,/);
    expect(dearest[1]).toContain(`${job},acme,csv,en-US`);
  });

  it.each([
    [['--by', 'colour'], '--by: expected one of account, actor, output'],
    [['--format', 'xml'], '--format: expected one of table, csv, json'],
    [['--from', 'yesterday'], '--from: expected a day'],
    [['--job', 'x', '--dearest'], '--job goes with neither'],
    [['--job', 'x'], 'nothing of a job x'],
    [['today'], 'takes options only'],
  ])('%j says what is wrong', async (args, message) => {
    const { code, err } = await avatar('costs', ...args);
    expect(code).toBe(2);
    expect(err.join('\n')).toContain(message);
  });
});
