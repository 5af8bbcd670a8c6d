import { setTimeout as pause } from 'node:timers/promises';
import { openGpu } from '@talking-avatar/avatar/render';
import { createFaults, readFaultPlan } from 'local-aws';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LedgerRow, listJobRows, rowTotal } from '#billing';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { IndependentCount, stepOf } from '../billing/count.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startService, type TestService, tinyJob } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

/**
 * The minute between sweeps, and the minute after which a step is considered lost, are divided by this. The resulting five seconds are
 * long enough even on a busy machine.
 */
const TIME_SCALE = 12;

const count = new IndependentCount(7);
const faults = createFaults({ timeScale: TIME_SCALE, faults: [] });
let service: TestService;
let receiver: Receiver;
let client: Service;

beforeAll(async () => {
  service = await startService({ lostAfter: 1 }, { onReport: count.onReport, faults: count.around(faults) });
  receiver = await startReceiver();
  client = await service.as('acme');
});
beforeEach(() => {
  faults.disarm();
  count.reports.length = 0;
});
afterAll(async () => {
  await service?.end();
  await receiver?.stop();
});

const arm = (...plan: object[]) => faults.arm(readFaultPlan(JSON.stringify({ faults: plan })).faults);

const rowsOf = (id: string) => listJobRows(service.outputs.LedgerTable ?? '', id);

/** Waits until all ledger rows of a job have been written. */
async function rowsWhen(id: string, wanted: (rows: LedgerRow[]) => boolean): Promise<LedgerRow[]> {
  for (const until = Date.now() + 180_000; Date.now() < until; await pause(200)) {
    const rows = await rowsOf(id);
    if (wanted(rows)) return rows;
  }
  return rowsOf(id);
}

/** Waits for further reports of a step's invocations. They arrive after its last ledger write. */
async function reported(step: string, further = 0): Promise<void> {
  const invocations = () => count.reports.filter((report) => stepOf(report) === step).length;
  const wanted = Math.max(1, further && invocations() + further);
  await vi.waitUntil(() => invocations() >= wanted, { timeout: 180_000, interval: 50 });
}

/** Returns how many jobs count against the quota of a client's token. */
async function usedBy({ url, token }: Service): Promise<number> {
  const response = await fetch(`${url}/lipsync/account`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { plan: { used: number } }).plan.used;
}

const steps = (rows: readonly LedgerRow[]) => rows.map(({ step, estimated }) => (estimated ? `${step}, estimated` : step)).sort();
const finalized = (rows: readonly LedgerRow[]) => steps(rows).some((step) => step.startsWith('finalize'));

/** The steps of every job, apart from status requests and webhooks. */
const WHOLE = ['begin', 'dispatch', 'execution', 'export', 'finalize', 'generate', 'solve', 'synthesize'];
const madeOf = (rows: readonly LedgerRow[]) => steps(rows).filter((step) => !/^(status|webhook)/.test(step));

describe('the ledger', () => {
  it('contains two rows for a step that ran twice, and one for a row or event that was sent twice', async () => {
    arm(
      { on: 'function:solve', do: 'duplicate' },
      { on: 'dynamodb.PutItem', do: 'duplicate', times: 1000 },
      { on: 'events.PutEvents', do: 'duplicate', times: 1000 },
    );
    const web_hooks = { on_running: receiver.url, on_success: receiver.url };
    const id = await submit(client, { ...tinyJob, web_hooks });
    expect((await watch(client, id)).status).toBe('succeeded');
    const rows = await rowsWhen(id, (all) => finalized(all) && all.filter(({ step }) => step === 'deliver').length >= 4);
    const invocations = (step: string) => count.reports.filter((report) => stepOf(report) === step).length;
    // Invocations are reported after they have written their rows.
    await vi.waitFor(() => {
      for (const step of ['generate', 'begin', 'synthesize', 'solve', 'export', 'finalize', 'deliver']) {
        expect([step, rows.filter((row) => row.step === step).length]).toEqual([step, invocations(step)]);
      }
    }, 60_000);
    expect(invocations('solve')).toBe(2);
    expect(steps(rows).filter((step) => step.endsWith('estimated'))).toEqual([]);
  });

  it('contains an estimated row for a killed invocation, and a row for its retry', async () => {
    arm({ on: 'function:export', do: 'kill', ms: 1 });
    const id = await submit(client, tinyJob);
    expect((await watch(client, id)).status).toBe('succeeded');
    const rows = await rowsWhen(id, finalized);
    expect(steps(rows).filter((step) => step.startsWith('export'))).toEqual(['export', 'export, estimated']);
    const [estimate] = rows.filter(({ estimated }) => estimated);
    expect(estimate).toMatchObject({ account: 'acme', output: 'csv', language: 'en-US' });
    expect(rowTotal(estimate as LedgerRow)).toBeGreaterThan(0n);
    // Begin, Speech, Synthesize, Solve, Output, Export twice, and Done.
    expect(rows.find(({ step }) => step === 'execution')?.charges).toMatchObject([{ quantity: 8 }]);
  });

  it('contains both executions of a job whose step was killed until no retries were left, without the client noticing', async () => {
    arm({ on: 'function:export', do: 'kill', ms: 1, times: 3 });
    const before = await usedBy(client);
    const id = await submit(client, { ...tinyJob, web_hooks: { on_success: receiver.url, on_fail: receiver.url } });
    expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
    expect(await usedBy(client)).toBe(before + 1);
    const rows = await rowsWhen(id, (all) => all.some(({ step }) => step === 'execution'));
    expect(steps(rows).filter((step) => step.startsWith('export'))).toEqual(['export', ...Array(3).fill('export, estimated')]);
    expect(steps(rows).filter((step) => step === 'begin')).toHaveLength(2);
    // Begin, Speech, Synthesize, Solve, Output, and Export three times; then the same again with Export once, and Done.
    expect(rows.find(({ step }) => step === 'execution')?.charges).toMatchObject([{ quantity: 15 }]);
    expect((await receiver.wait(id)).map(({ body }) => body.type)).toEqual(['job.succeeded']);
    // Keep these reports out of the next test.
    await vi.waitUntil(() => count.reports.filter((report) => stepOf(report) === 'finalize').length === 2, { timeout: 60_000 });
  });

  it('may be unavailable without failing jobs, since the sweep estimates the missing rows', async () => {
    count.ledgerDown = true;
    const id = await submit(client, tinyJob);
    expect((await watch(client, id)).status).toBe('succeeded');
    await reported('finalize');
    expect(await rowsOf(id)).toEqual([]);
    count.ledgerDown = false;
    const rows = await rowsWhen(id, finalized);
    expect(madeOf(rows)).toEqual(WHOLE.map((step) => (step === 'execution' ? step : `${step}, estimated`)));
    await reported('sweep', 2);
    expect(await rowsOf(id)).toEqual(rows);
  });

  it('contains the rows of a job whose finalization was killed and repeated', async () => {
    arm({ on: 'function:finalize', do: 'kill', ms: 30 });
    const id = await submit(client, tinyJob);
    expect((await watch(client, id)).status).toBe('succeeded');
    const rows = await rowsWhen(id, finalized);
    // If the sweep runs before Lambda retries, the row is an estimate by the sweep.
    expect(madeOf(rows).map((step) => step.replace('finalize, estimated', 'finalize'))).toEqual(WHOLE);
  });

  it.skipIf(!gpu)('contains two rows for a segment that was rendered again', async () => {
    arm({ on: 'function:render', do: 'kill', ms: 400 });
    const video = { target_rig: 'metahuman', text: 'One two.', language: 'en-US', actor: 'hiro', camera: 0 };
    const id = await submit(client, { ...video, output: { type: 'video', width: 128, height: 128 } });
    expect((await watch(client, id)).status).toBe('succeeded');
    const rows = await rowsWhen(id, finalized);
    expect(steps(rows).filter((step) => step.startsWith('render'))).toEqual(['render', 'render, estimated']);
    expect(new Set(rows.filter(({ step }) => step === 'render').map(({ id }) => id.split('#').at(-1)))).toEqual(new Set(['0', '1']));
    expect(rows.every(({ output, actor }) => output === 'video' && actor === 'hiro')).toBe(true);
  });
});
