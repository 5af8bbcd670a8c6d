import { randomUUID } from 'node:crypto';
import type { HistoryEvent } from '@aws-sdk/client-sfn';
import type { JobRecord } from '@talking-avatar/contract';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { billTo, deliveryAttemptId, recordDeliveryAttempts, setLedgerTime } from '#aws';
import { dynamodb, stepFunctions } from '#aws/clients';
import { auditJob, listJobRows, withLedger } from '#billing';
import { findMissingDeliveries } from '../../layers/billing/ledger/deliveries.ts';
import { writeRows } from '../../layers/billing/ledger/rows.ts';
import { readPrices } from '../../lib/billing/index.ts';
import { useEmbedded } from '../jobs/embedded.ts';

useEmbedded(1);
Object.assign(process.env, {
  LEDGER_TABLE: 'ledger',
  STAGE: 'test',
  PRICES: JSON.stringify(readPrices()),
  RETENTION_DAYS: '3',
  ARCHITECTURE: 'arm64',
  EPHEMERAL_STORAGE: '512',
  POWERTOOLS_SERVICE_NAME: 'finalize',
});

/** Returns a job that was finalized the day after it began. */
const ended = (): JobRecord => ({
  id: randomUUID(),
  account: 'acme',
  token: 'hash',
  status: 'succeeded',
  progress: 1,
  expires_at: 2_000_000_000,
  created_at: '2026-11-20T23:59:30.000Z',
  started_at: '2026-11-20T23:59:40.000Z',
  finished_at: '2026-11-21T00:00:10.000Z',
  specification: {
    target_rig: 'arkit',
    text: 'Hi.',
    language: 'en-US',
    web_hooks: {},
    output: { type: 'csv' },
  } as never,
  speech: { engine: 'embedded', voice: 'v', duration: 2 } as never,
});

const HISTORY: HistoryEvent[] = [
  { id: 1, type: 'ExecutionStarted', timestamp: new Date('2026-11-20T23:59:40Z') },
  { id: 2, type: 'PassStateEntered', timestamp: new Date('2026-11-20T23:59:41Z') },
];

const size = { memory: 512, storage: 512 };
const resources = {
  stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:jobs',
  sizes: { generate: size, dispatch: size, finalize: size, deliver: size },
};

const told: string[] = [];
/** Returns the steps whose cost was published to CloudWatch. */
const costs = () => told.filter((line) => line.startsWith('{"_aws"')).map((line) => JSON.parse(line).step as string);

beforeEach(() => {
  told.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => told.push(String(line)) > 0);
  vi.spyOn(stepFunctions(), 'send').mockImplementation((async () => ({ events: HISTORY })) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('an audit', () => {
  it('writes the transitions only once, so later job changes do not affect an earlier day', async () => {
    const job = ended();
    await auditJob(resources, job, { thorough: false });
    expect(costs()).toEqual(['execution']);
    const [row] = await listJobRows('ledger', job.id);
    expect(row).toMatchObject({ step: 'execution', result: { seconds: 2 }, at: '2026-11-20T23:59:40.000Z' });
    const { speech: _, ...removed } = job;
    await auditJob(resources, removed, { thorough: true });
    const [same] = (await listJobRows('ledger', job.id)).filter(({ step }) => step === 'execution');
    expect(same).toEqual(row);
    expect(costs().filter((step) => step === 'execution')).toHaveLength(1);
  });

  it('reads the history of the first job of each kind, and of others only after a retry or an estimate', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const reads = () => vi.mocked(stepFunctions().send).mock.calls.length;
    const run = async (changes: Partial<JobRecord>, suffixes: readonly string[]) => {
      const job = { ...ended(), ...changes };
      const rows = suffixes.map((suffix) => ({
        id: `${job.id}#${suffix}`,
        job: job.id,
        at: '2026-11-20T23:59:41.000Z',
        step: 'begin',
        seconds: 1,
        estimated: false,
        charges: [],
        prices: { region: 'us-east-1', version: 'x' },
      }));
      await writeRows('ledger', rows, { writer: 'w', signal: AbortSignal.timeout(5_000) });
      const before = reads();
      await auditJob(resources, job, { thorough: false });
      const execution = (await listJobRows('ledger', job.id)).find(({ step }) => step === 'execution');
      const transitions = execution?.charges.find(({ resource }) => resource === 'states.transitions')?.quantity;
      return { reads: reads() - before, transitions, at: execution?.at };
    };
    const entered = '2026-11-20T23:59:41.000Z';
    const usual = [`Begin#${entered}#0`, `Solve#${entered}#0`];
    const expected = { transitions: 1, at: '2026-11-20T23:59:40.000Z' };
    expect(await run({}, usual)).toEqual({ ...expected, reads: 1 });
    expect(await run({}, usual)).toEqual({ ...expected, reads: 0 });
    for (const [changes, rows] of [
      [{}, [`Begin#${entered}#0`, `Solve#${entered}#1`]],
      [{}, [`Begin#${entered}#0`]],
      [{ video: { frames: 9, segments: 2, poster: 0, done: {} } }, usual],
      [{ status: 'failed' as const }, usual],
      [{}, [...usual, `Solve#${entered}#0#another`]],
    ] as const)
      expect(await run(changes, rows)).toMatchObject({ reads: 1 });
    vi.mocked(Math.random).mockReturnValue(0);
    expect(await run({}, usual)).toEqual({ ...expected, reads: 1 });
  });

  it('replaces its estimate for finalize with the actual row, even past midnight, and publishes the cost once', async () => {
    const job = ended();
    expect((await auditJob(resources, job, { thorough: true })).estimated).toBe(3);
    const finalizations = async () => (await listJobRows('ledger', job.id)).filter(({ step }) => step === 'finalize');
    expect(await finalizations()).toMatchObject([{ estimated: true, at: job.finished_at }]);
    const finalize = withLedger(async () => {
      billTo({ job: job.id });
      setLedgerTime(job.finished_at ?? '');
    });
    await finalize({}, { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 10_000 } as Context);
    expect(await finalizations()).toMatchObject([{ estimated: false, at: job.finished_at }]);
    expect(costs().filter((step) => step === 'finalize')).toHaveLength(1);
  });

  it('estimates the costs of a job without any rows, including all expected requests', async () => {
    const job = ended();
    await auditJob(resources, job, { thorough: true });
    const rows = await listJobRows('ledger', job.id);
    const used = (step: string) =>
      Object.fromEntries(rows.find((row) => row.step === step)?.charges.map(({ resource, quantity }) => [resource, quantity]) ?? []);
    const lambda = { 'lambda.requests': 1, 'lambda.compute.arm64': 0.05 };
    expect(used('generate')).toMatchObject({ ...lambda, 'api.requests': 1, 'sqs.requests': 1 });
    expect(used('dispatch')).toMatchObject({ ...lambda, 'sqs.requests': 2 });
    expect(used('finalize')).toMatchObject({ ...lambda, 'events.published': 1 });
  });

  it("finds each webhook attempt without a row once in the job's log", async () => {
    const logged = (at: string, duration: number) => ({ at, status: 200, reason: null, duration });
    const log = [logged('2026-11-21T00:00:11.000Z', 2_000), logged('2026-11-21T00:00:17.000Z', 400)];
    const job = { ...ended(), deliveries: { on_success: { state: 'delivered', attempts: 2, base: 0, log } as never } };
    const row = {
      id: randomUUID(),
      job: job.id,
      step: 'deliver',
      deliveries: [deliveryAttemptId('on_success', log[1]!.at)],
      seconds: 1,
      estimated: false,
      charges: [],
    };
    const prices = { region: 'us-east-1', version: 'x' };
    await writeRows('ledger', [{ ...row, at: '2026-11-21T00:00:16.900Z', prices }], {
      writer: 'w',
      signal: AbortSignal.timeout(5_000),
    });
    for (const _ of ['once', 'again']) await auditJob(resources, job, { thorough: true });
    const told = (await listJobRows('ledger', job.id)).filter(({ step }) => step === 'deliver');
    expect(told).toMatchObject([
      { at: '2026-11-21T00:00:11.000Z', estimated: true, seconds: 2.1 },
      { at: '2026-11-21T00:00:16.900Z', estimated: false },
    ]);
  });

  it('counts two attempts for an invocation that made two, and none for one that postponed a delivery', async () => {
    const ats = { on_running: '2026-11-21T00:00:11.000Z', on_success: '2026-11-21T00:00:11.040Z' };
    const lost = '2026-11-21T00:00:17.000Z';
    const logged = (...at: string[]) => ({ log: at.map((at) => ({ at, status: 200, reason: null, duration: 300 })) });
    const deliveries = { on_running: logged(ats.on_running), on_success: logged(ats.on_success, lost) } as never;
    const job = { ...ended(), deliveries };
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'deliver');
    const invoke = (at: string, work: () => void) =>
      withLedger(async () => {
        billTo({ job: job.id });
        setLedgerTime(at);
        recordDeliveryAttempts(job.id);
        work();
      })({}, { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 10_000 } as Context);
    await invoke('2026-11-21T00:00:10.900Z', () => {
      for (const [event, at] of Object.entries(ats)) recordDeliveryAttempts(job.id, deliveryAttemptId(event, at));
    });
    await invoke('2026-11-21T00:00:16.900Z', () => {});
    for (const _ of ['once', 'again']) await auditJob(resources, job, { thorough: true });
    const rows = (await listJobRows('ledger', job.id)).filter(({ deliveries }) => deliveries);
    expect(rows).toMatchObject([
      { estimated: false, deliveries: [`on_running#${ats.on_running}`, `on_success#${ats.on_success}`] },
      { estimated: false, deliveries: [] },
      { estimated: true, deliveries: [`on_success#${lost}`], step: 'deliver', at: lost },
    ]);
  });

  const now = Date.parse('2026-11-21T12:00:00Z');
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString();
  const jobWith = (ago: readonly number[]) => {
    const log = ago.map((seconds) => ({ at: at(seconds), status: 200, reason: null, duration: 0 }));
    return { deliveries: { on_fail: { state: 'delivered', attempts: log.length, base: 0, log } } as never };
  };
  const seconds = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 20 });

  it('finds completed attempts without a row, regardless of other rows', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 300 })), seconds, seconds, (attempts, named, waited) => {
        const rows = [
          ...named.map((ago) => ({
            step: 'deliver',
            at: at(ago + 1),
            deliveries: [deliveryAttemptId('on_fail', at(ago))],
          })),
          ...waited.map((ago) => ({ step: 'deliver', at: at(ago), deliveries: [] })),
        ];
        const missing = findMissingDeliveries(jobWith(attempts), rows as never, () => now);
        const expected = attempts.filter((ago) => ago > 60 && !named.includes(ago));
        expect(missing.map((told) => told.at).sort()).toEqual(expected.map(at).sort());
      }),
    );
  });

  it('times out if the ledger hangs, and does not publish a cost', async () => {
    const soon = AbortSignal.timeout(50);
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
    const hang = (_: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise((_, reject) => abortSignal.addEventListener('abort', () => reject(abortSignal.reason)));
    vi.spyOn(dynamodb(), 'send').mockImplementation(hang as never);
    await expect(auditJob(resources, ended(), { thorough: true })).rejects.toThrow(/timeout/);
    expect(costs()).toEqual([]);
  });
});
