import { randomUUID } from 'node:crypto';
import type { JobRecord } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import {
  acceptJob,
  cancelOverdueJob,
  createStepHandler,
  findIdempotencyRecord,
  findJob,
  listJobs,
  markJobRunning,
  removeJob,
  reportProgress,
  revertAcceptance,
  storeSpeech,
  writeTerminalStatus,
} from '#jobs';
import { encodeCursor, findTokenByHash, readPageQuery, renewToken } from '#runtime';
import { cancelQueuedJob, markJobRestarted } from '../../layers/jobs/transitions.ts';
import { createDrafts, PLAN } from './drafts.ts';
import { useEmbedded } from './embedded.ts';

const embedded = useEmbedded(2);
const { resources, tables, events } = embedded;
const { draft, accepted, used, statusOf } = createDrafts(embedded);

it('warns that handles are ignored for a job with a recording', async () => {
  const timeline = {
    language: 'en-US',
    engine: 'test',
    voice: 'test',
    duration: 1,
    words: [],
    phones: [],
    marks: [],
  };
  const { specification } = await draft();
  const output = { ...specification.output, handles: 1 };
  const warningsOf = async (changes: object) => {
    const job = await accepted(undefined, { specification: { ...specification, output }, ...changes });
    await markJobRunning(tables.jobs, job.id);
    const stores = { jobs: tables.jobs, bucket: resources.bucket };
    await storeSpeech(stores, job, { wav: new Uint8Array(), timeline, warnings: [] });
    return (await findJob(tables.jobs, job.id))?.speech?.warnings;
  };
  expect(await warningsOf({})).toEqual([]);
  expect(await warningsOf({ recording: 'key' })).toEqual([expect.stringMatching(/^output.handles: 1 is ignored/)]);
});

it('stores 50 warnings and the number of others', async () => {
  const timeline = { language: 'en-US', engine: 'test', voice: 'test', duration: 1, words: [], phones: [], marks: [] };
  const warnings = Array.from({ length: 6_800 }, (_, index) => `<tag${index}\u202e> is not a known tag${'!'.repeat(1_000)}`);
  const job = await accepted();
  await markJobRunning(tables.jobs, job.id);
  await storeSpeech({ jobs: tables.jobs, bucket: resources.bucket }, job, { wav: new Uint8Array(), timeline, warnings });
  const stored = (await findJob(tables.jobs, job.id))?.speech?.warnings ?? [];
  expect(stored).toHaveLength(51);
  expect(stored[49]).toMatch(/^<tag49\\u202e> is not a known tag!{400,}…$/);
  expect(stored[50]).toBe('6750 more warnings were left out.');
});

describe('acceptance', () => {
  it('counts toward the quota, up to the limit', async () => {
    const first = await draft();
    const jobs = Array.from({ length: 8 }, () => ({ ...first, id: randomUUID() }));
    const outcomes = await Promise.all(jobs.map((job) => acceptJob(tables, job)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(PLAN.quota);
    expect(outcomes.filter((outcome) => outcome === 'quota')).toHaveLength(8 - PLAN.quota);
    expect(await used(first)).toBe(PLAN.quota);
    const written = await Promise.all(jobs.map((job) => findJob(tables.jobs, job.id)));
    expect(written.filter(Boolean)).toHaveLength(PLAN.quota);
  });

  it('accepts an idempotency key once', async () => {
    const first = await draft();
    const claim = { key: `acme#${randomUUID()}`, fingerprint: 'f' };
    const jobs = [first, { ...first, id: randomUUID() }];
    const outcomes = await Promise.all(jobs.map((job) => acceptJob(tables, job, claim)));
    expect(outcomes.toSorted()).toEqual(['accepted', 'repeated']);
    expect(await used(first)).toBe(1);
    const record = await findIdempotencyRecord(tables.idempotency, claim.key);
    expect(record?.job_id).toBe(jobs[outcomes.indexOf('accepted')]?.id);
  });

  it('can be reverted completely', async () => {
    const job = await draft();
    const claim = { key: `acme#${randomUUID()}`, fingerprint: 'f' };
    await acceptJob(tables, job, claim);
    expect(await revertAcceptance(tables, job, claim)).toBe(true);
    expect(await findJob(tables.jobs, job.id)).toBeUndefined();
    expect(await used(job)).toBe(0);
    expect(await findIdempotencyRecord(tables.idempotency, claim.key)).toBeUndefined();
  });

  it('cannot be reverted once the job has started', async () => {
    const job = await accepted();
    await markJobRunning(tables.jobs, job.id);
    expect(await revertAcceptance(tables, job)).toBe(false);
    expect(await statusOf(job)).toBe('running');
    expect(await used(job)).toBe(1);
  });

  it('can be reverted even if the token was renewed in the meantime', async () => {
    const job = await accepted();
    await renewToken(tables.tokens, job.token, PLAN);
    expect(await revertAcceptance(tables, job)).toBe(true);
    expect(await findJob(tables.jobs, job.id)).toBeUndefined();
    expect(await used(job)).toBe(0);
  });

  it('is listed for its account, by status and in pages', async () => {
    const account = randomUUID();
    const jobs = [await accepted(account), await accepted(account), await accepted(account)];
    await cancelQueuedJob(tables.jobs, jobs[1]!.id, { title: 't', message: 'm', code: 408 });
    const page = await listJobs(tables.jobs, account, { limit: 2 });
    expect(page.jobs.map(({ id }) => id)).toEqual([jobs[2]!.id, jobs[1]!.id]);
    const rest = await listJobs(tables.jobs, account, { limit: 2, from: page.next });
    expect(rest.jobs.map(({ id }) => id)).toEqual([jobs[0]!.id]);
    const queued = await listJobs(tables.jobs, account, { limit: 10, status: 'queued' });
    expect(queued.jobs).toHaveLength(2);
  });

  it('is listed with few reads even if others are deleted, and the next page continues after the last job', async () => {
    const account = randomUUID();
    const kept = [29, 28, 2, 1, 0].map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString());
    for (let second = 0; second < 30; second += 1) {
      const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
      await accepted(account, { created_at, ...(!kept.includes(created_at) && { deleted_at: created_at }) });
    }
    const send = vi.spyOn(dynamodb(), 'send');
    const first = await listJobs(tables.jobs, account, { limit: 3 });
    expect(first.jobs.map(({ created_at }) => created_at)).toEqual(kept.slice(0, 3));
    expect(send).toHaveBeenCalledTimes(2);
    send.mockRestore();
    const { from } = readPageQuery(account, { cursor: encodeCursor(first.next) }, { more: {} });
    const rest = await listJobs(tables.jobs, account, { limit: 3, from });
    expect(rest.jobs.map(({ created_at }) => created_at)).toEqual(kept.slice(3));
    expect(rest.next).toBeUndefined();
  });

  it('is replaced by a cursor in the list if too many others are deleted', async () => {
    const last = { id: randomUUID(), account: 'acme', created_at: new Date().toISOString() };
    let reads = 0;
    const send = vi.spyOn(dynamodb(), 'send').mockImplementation((async () => {
      if (++reads > 50) throw new Error('Too many reads');
      return { Items: [], LastEvaluatedKey: last };
    }) as never);
    expect(await listJobs(tables.jobs, 'acme', { limit: 20 })).toEqual({ jobs: [], next: last });
    send.mockRestore();
  });
});

describe('a job', () => {
  it('ends in exactly one state in any race', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('begin', 'cancel', 'succeed', 'fail'), { minLength: 1, maxLength: 6 }), async (moves) => {
        const job = await accepted();
        const run = {
          begin: () => markJobRunning(tables.jobs, job.id),
          cancel: () => cancelQueuedJob(tables.jobs, job.id, { title: 't', message: 'm', code: 408 }),
          succeed: () => writeTerminalStatus(tables, job, { status: 'succeeded' }),
          fail: () => writeTerminalStatus(tables, job, { status: 'failed', error: { title: 't', message: 'm', code: 500 } }),
        };
        const won = await Promise.all(moves.map((move) => run[move]()));
        const endings = moves.filter((move, index) => won[index] && move !== 'begin');
        expect(endings.length).toBeLessThanOrEqual(1);
        const states: Record<string, string> = { cancel: 'cancelled', succeed: 'succeeded', fail: 'failed' };
        const state = states[endings[0] ?? ''] ?? (won.some(Boolean) ? 'running' : 'queued');
        expect(await statusOf(job)).toBe(state);
        expect(await used(job)).toBe(endings[0] === 'fail' ? 0 : 1);
      }),
      { numRuns: 25 },
    );
  });

  it('loses its error when it is deleted, because the message may quote the text or name a host', async () => {
    const job = await accepted();
    const error = { title: 't', message: 'text: no voice for "My secret"', code: 400 };
    await writeTerminalStatus(tables, job, { status: 'failed', error });
    await removeJob({ jobs: tables.jobs, bucket: resources.bucket }, (await findJob(tables.jobs, job.id))!);
    const kept = await findJob(tables.jobs, job.id);
    expect(kept).toMatchObject({ status: 'failed', deleted_at: expect.any(String) });
    expect(JSON.stringify(kept)).not.toContain('secret');
  });

  it('never loses progress', async () => {
    const job = await accepted();
    await markJobRunning(tables.jobs, job.id);
    for (const progress of [0.3, 0.1, 0.6, 0.6, 0.2]) await reportProgress(tables.jobs, job.id, progress);
    expect((await findJob(tables.jobs, job.id))?.progress).toBe(0.6);
  });

  it.each([
    ['fails', (job: JobRecord) => writeTerminalStatus(tables, job, { status: 'failed', error: { title: 't', message: 'm', code: 500 } })],
    ['is withdrawn', (job: JobRecord) => revertAcceptance(tables, job)],
  ])('is not refunded to the period after the one that paid if it %s', async (_, end) => {
    const old = await draft();
    const token = await findTokenByHash(tables.tokens, old.token);
    const job = { ...old, plan_expires_at: token!.expires_at };
    await acceptJob(tables, job);
    await renewToken(tables.tokens, job.token, { ...PLAN, days: 2 });
    const next = { ...job, id: randomUUID() };
    await acceptJob(tables, next);
    expect(await end(job)).toBe(true);
    expect(await used(job)).toBe(1);
    // The job from the new period is refunded.
    await end({ ...next, plan_expires_at: (await findTokenByHash(tables.tokens, next.token))!.expires_at });
    expect(await used(job)).toBe(0);
  });

  it('counts against the quota if it failed because of the client’s input', async () => {
    const job = await accepted();
    await writeTerminalStatus(tables, job, { status: 'failed', error: { title: 't', message: 'm', code: 400 } });
    expect(await used(job)).toBe(1);
  });

  it('is cancelled once if it waited too long, and its event is published', async () => {
    const job = await draft();
    job.specification.wait_time = 1;
    await acceptJob(tables, job);
    expect(await cancelOverdueJob(tables.jobs, resources.bus, job.id)).toBe(true);
    expect(await findJob(tables.jobs, job.id)).toMatchObject({ status: 'cancelled', error: { code: 408 } });
    await vi.waitFor(() => expect(events).toContain('job.cancelled'), 60_000);
    const running = await accepted();
    await markJobRunning(tables.jobs, running.id);
    expect(await cancelOverdueJob(tables.jobs, resources.bus, running.id)).toBe(false);
  });
});
describe('a step', () => {
  it('rejects a job that has ended', async () => {
    const [going, ended] = [await accepted(), await accepted()];
    await cancelQueuedJob(tables.jobs, ended.id, { title: 't', message: 'm', code: 408 });
    const taken: string[] = [];
    const handler = createStepHandler(tables.jobs, async ({ id }) => void taken.push(id)) as unknown as (
      state: object,
      context: object,
    ) => Promise<void>;
    await handler({ id: going.id }, {});
    await expect(handler({ id: ended.id }, {})).rejects.toThrow('The job has already ended with status cancelled.');
    expect(taken).toEqual([going.id]);
  });

  it('rejects the first execution of a restarted job', async () => {
    const job = await accepted();
    await markJobRestarted(tables.jobs, job.id);
    const taken: unknown[] = [];
    const handler = createStepHandler(tables.jobs, async (_job, _signal, state) => void taken.push(state)) as unknown as (
      state: object,
      context: object,
    ) => Promise<void>;
    const from = (execution: string) => ({ id: job.id, attempt: { state: 'Solve', entered: job.created_at, retry: 0, execution } });
    await expect(handler(from(job.id), {})).rejects.toThrow('Another execution runs the job');
    await handler(from(`${job.id}-2`), {});
    expect(taken).toEqual([from(`${job.id}-2`)]);
  });
});
