import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { dispatchJob } from '../../functions/dispatch/dispatch.ts';
import { sweep } from '../../functions/sweep/sweep.ts';
import { dynamodb } from '../../layers/cloud/clients.ts';
import {
  acceptJob,
  announceEnd,
  beginJob,
  cancelOverdue,
  cancelQueued,
  cancelUnfinished,
  createToken,
  drawTicket,
  fillCapacity,
  findIdempotencyRecord,
  findJob,
  findTokenByHash,
  finishJob,
  handOver,
  hashToken,
  jobKeys,
  listJobs,
  listWaiting,
  parkJob,
  putObject,
  readCapacity,
  releaseLease,
  renewToken,
  reportProgress,
  settle,
  sizeOfObject,
  step,
  takeLease,
  withdrawJob,
} from '../../layers/cloud/index.ts';
import type { JobRecord } from '../../layers/contract/index.ts';
import { useEmbedded } from './embedded.ts';

const SIZE = 2;
const { resources, tables, events, takeSent } = useEmbedded(SIZE);
const plan = { name: 'trial', quota: 3, days: 1 };

/** A job of a new token of an account, not accepted yet. */
async function draft(account = 'acme', changes: Partial<JobRecord> = {}): Promise<JobRecord> {
  const token = hashToken(await createToken(tables.tokens, account, plan));
  return {
    id: randomUUID(),
    account,
    token,
    status: 'queued',
    progress: 0,
    created_at: new Date().toISOString(),
    started_at: null,
    finished_at: null,
    expires_at: 2_000_000_000,
    specification: {
      target_rig: 'arkit',
      text: 'Hi.',
      language: 'en-US',
      camera: 1,
      emotion: { expression: 'neutral', level: 1 },
      output: { type: 'csv', width: 1280, height: 720 },
      web_hooks: {},
    },
    ...changes,
  };
}

async function accepted(account?: string, changes?: Partial<JobRecord>): Promise<JobRecord> {
  const job = await draft(account, changes);
  expect(await acceptJob(tables, job)).toBe('accepted');
  return job;
}

const used = async ({ token }: JobRecord) => (await findTokenByHash(tables.tokens, token))?.used;
const statusOf = async ({ id }: JobRecord) => (await findJob(tables.jobs, id))?.status;
const leases = async () => Object.keys((await readCapacity(resources.capacity)).leases);

describe('acceptance', () => {
  it('counts the quota with the job, up to the limit and no further', async () => {
    const first = await draft();
    const jobs = Array.from({ length: 8 }, () => ({ ...first, id: randomUUID() }));
    const outcomes = await Promise.all(jobs.map((job) => acceptJob(tables, job)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(plan.quota);
    expect(outcomes.filter((outcome) => outcome === 'quota')).toHaveLength(8 - plan.quota);
    expect(await used(first)).toBe(plan.quota);
    const written = await Promise.all(jobs.map((job) => findJob(tables.jobs, job.id)));
    expect(written.filter(Boolean)).toHaveLength(plan.quota);
  });

  it('takes an idempotency key once', async () => {
    const first = await draft();
    const claim = { key: `acme#${randomUUID()}`, fingerprint: 'f' };
    const jobs = [first, { ...first, id: randomUUID() }];
    const outcomes = await Promise.all(jobs.map((job) => acceptJob(tables, job, claim)));
    expect(outcomes.toSorted()).toEqual(['accepted', 'repeated']);
    expect(await used(first)).toBe(1);
    const record = await findIdempotencyRecord(tables.idempotency, claim.key);
    expect(record?.job_id).toBe(jobs[outcomes.indexOf('accepted')]?.id);
  });

  it('is taken back whole', async () => {
    const job = await draft();
    const claim = { key: `acme#${randomUUID()}`, fingerprint: 'f' };
    await acceptJob(tables, job, claim);
    expect(await withdrawJob(tables, job, claim)).toBe(true);
    expect(await findJob(tables.jobs, job.id)).toBeUndefined();
    expect(await used(job)).toBe(0);
    expect(await findIdempotencyRecord(tables.idempotency, claim.key)).toBeUndefined();
  });

  it('is not taken back once the job has begun', async () => {
    const job = await accepted();
    await beginJob(tables.jobs, job.id);
    expect(await withdrawJob(tables, job)).toBe(false);
    expect(await statusOf(job)).toBe('running');
    expect(await used(job)).toBe(1);
  });

  it('is taken back also when the token was renewed meanwhile', async () => {
    const job = await accepted();
    await renewToken(tables.tokens, job.token, plan);
    expect(await withdrawJob(tables, job)).toBe(true);
    expect(await findJob(tables.jobs, job.id)).toBeUndefined();
    expect(await used(job)).toBe(0);
  });

  it('is listed for its account, by status and by pages', async () => {
    const account = randomUUID();
    const jobs = [await accepted(account), await accepted(account), await accepted(account)];
    await cancelQueued(tables.jobs, jobs[1]!.id, { title: 't', message: 'm', code: 408 });
    const page = await listJobs(tables.jobs, account, { limit: 2 });
    expect(page.jobs.map(({ id }) => id)).toEqual([jobs[2]!.id, jobs[1]!.id]);
    const rest = await listJobs(tables.jobs, account, { limit: 2, from: page.next });
    expect(rest.jobs.map(({ id }) => id)).toEqual([jobs[0]!.id]);
    const queued = await listJobs(tables.jobs, account, { limit: 10, status: 'queued' });
    expect(queued.jobs).toHaveLength(2);
  });
});

describe('a job', () => {
  it('ends in exactly one state, whoever races', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('begin', 'cancel', 'succeed', 'fail'), { minLength: 1, maxLength: 6 }),
        async (moves) => {
          const job = await accepted();
          const run = {
            begin: () => beginJob(tables.jobs, job.id),
            cancel: () => cancelQueued(tables.jobs, job.id, { title: 't', message: 'm', code: 408 }),
            succeed: () => finishJob(tables, job, { status: 'succeeded' }),
            fail: () => finishJob(tables, job, { status: 'failed', error: { title: 't', message: 'm', code: 500 } }),
          };
          const won = await Promise.all(moves.map((move) => run[move]()));
          const endings = moves.filter((move, index) => won[index] && move !== 'begin');
          expect(endings.length).toBeLessThanOrEqual(1);
          const states: Record<string, string> = { cancel: 'cancelled', succeed: 'succeeded', fail: 'failed' };
          const state = states[endings[0] ?? ''] ?? (won.some(Boolean) ? 'running' : 'queued');
          expect(await statusOf(job)).toBe(state);
          expect(await used(job)).toBe(endings[0] === 'fail' ? 0 : 1);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('never goes back in its progress', async () => {
    const job = await accepted();
    await beginJob(tables.jobs, job.id);
    for (const progress of [0.3, 0.1, 0.6, 0.6, 0.2]) await reportProgress(tables.jobs, job.id, progress);
    expect((await findJob(tables.jobs, job.id))?.progress).toBe(0.6);
  });

  it('that the client’s input has failed counts against the quota', async () => {
    const job = await accepted();
    await finishJob(tables, job, { status: 'failed', error: { title: 't', message: 'm', code: 400 } });
    expect(await used(job)).toBe(1);
  });

  it('that waited too long is cancelled once and told on the bus', async () => {
    const job = await draft();
    job.specification.wait_time = 1;
    await acceptJob(tables, job);
    expect(await cancelOverdue(tables.jobs, resources.bus, job.id)).toBe(true);
    expect(await findJob(tables.jobs, job.id)).toMatchObject({ status: 'cancelled', error: { code: 408 } });
    await vi.waitFor(() => expect(events).toContain('job.cancelled'));
    const running = await accepted();
    await beginJob(tables.jobs, running.id);
    expect(await cancelOverdue(tables.jobs, resources.bus, running.id)).toBe(false);
  });
});

describe('capacity', () => {
  it('is never exceeded, and a job that holds a lease holds one lease', async () => {
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const taken = await Promise.all([...ids, ...ids].map((id) => takeLease(resources.capacity, id, 'acme')));
    const holders = new Set([...ids, ...ids].filter((_, index) => taken[index]));
    expect(holders.size).toBe(SIZE);
    expect((await leases()).toSorted()).toEqual([...holders].toSorted());
    for (const id of ids) expect(await releaseLease(resources.capacity, id)).toBe(holders.has(id));
    expect(await leases()).toEqual([]);
  });

  it('passes to the parked jobs in fair order as jobs end, and is free at last', async () => {
    const running = [await accepted('crowd'), await accepted('crowd')];
    for (const { id, account } of running) await takeLease(resources.capacity, id, account);
    const waiting = [await accepted('crowd'), await accepted('crowd'), await accepted('single')];
    for (const { id, account, created_at } of waiting) {
      await parkJob(tables.jobs, id, await drawTicket(resources.capacity, account), created_at);
    }
    expect(await listWaiting(tables.jobs, 'parked', 10)).toHaveLength(3);

    const order: string[] = [];
    for (const job of running) {
      await settle(resources, job.id, { status: 'SUCCEEDED' });
      order.push(...(await takeSent()));
    }
    expect(order).toEqual([waiting[0]!.id, waiting[2]!.id]);
    expect((await leases()).toSorted()).toEqual(order.toSorted());

    await settle(resources, waiting[0]!.id, { status: 'FAILED', error: 'X', cause: '{}' });
    await settle(resources, waiting[0]!.id, { status: 'FAILED', error: 'X', cause: '{}' });
    expect(await takeSent()).toEqual([waiting[1]!.id]);
    for (const job of [waiting[1]!, waiting[2]!]) await settle(resources, job.id, { status: 'ABORTED' });
    expect(await leases()).toEqual([]);
    expect(await Promise.all([...running, ...waiting].map(statusOf))).toEqual([
      'succeeded',
      'succeeded',
      'failed',
      'cancelled',
      'cancelled',
    ]);
    expect(await used(waiting[0]!)).toBe(0);
  });

  it('skips a parked job that was cancelled', async () => {
    const [running, cancelled, next] = [await accepted(), await accepted(), await accepted()];
    await takeLease(resources.capacity, running.id, 'acme');
    await takeLease(resources.capacity, 'another', 'acme');
    for (const { id, created_at } of [cancelled, next]) {
      await parkJob(tables.jobs, id, await drawTicket(resources.capacity, 'acme'), created_at);
    }
    await cancelQueued(tables.jobs, cancelled.id, { title: 't', message: 'm', code: 408 });
    await handOver(resources, running.id);
    expect(await takeSent()).toEqual([next.id]);
    await releaseLease(resources.capacity, 'another');
    await releaseLease(resources.capacity, next.id);
  });
});

describe('a job that began while the list of waiting jobs still has it', () => {
  /** What an index that is behind shows: the record has begun, its place on the list remains. */
  async function begunButListed(): Promise<JobRecord> {
    const job = await draft();
    const listed = { ...job, status: 'running', waiting: 'parked', ticket: '000000000000' };
    await dynamodb().send(new PutCommand({ TableName: tables.jobs, Item: listed }));
    return job;
  }

  it('keeps its lease when free places are filled', async () => {
    const job = await begunButListed();
    await takeLease(resources.capacity, job.id, job.account);
    expect(await fillCapacity(resources)).toBe(0);
    expect(await leases()).toEqual([job.id]);
    await settle(resources, job.id, { status: 'SUCCEEDED' });
    expect(await leases()).toEqual([]);
  });

  it('keeps a lease that was passed to it', async () => {
    const [ended, job] = [await accepted(), await begunButListed()];
    await takeLease(resources.capacity, ended.id, ended.account);
    await handOver(resources, ended.id);
    expect(await leases()).toEqual([job.id]);
    await settle(resources, job.id, { status: 'SUCCEEDED' });
    expect(await leases()).toEqual([]);
  });
});

describe('the dispatcher', () => {
  const settings = () => ({
    JOBS_TABLE: tables.jobs,
    CAPACITY_TABLE: resources.capacity.table,
    CAPACITY: 1,
    JOBS_QUEUE_URL: resources.jobsQueue,
    EVENT_BUS: resources.bus,
    STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
  });

  it('gives back the lease of a job that was cancelled on the way to it, to the next in line', async () => {
    const [cancelled, next] = [await accepted(), await accepted()];
    await takeLease(resources.capacity, cancelled.id, cancelled.account);
    await parkJob(tables.jobs, next.id, await drawTicket(resources.capacity, next.account), next.created_at);
    await cancelQueued(tables.jobs, cancelled.id, { title: 't', message: 'm', code: 408 });
    expect(await dispatchJob(settings(), cancelled.id)).toBe('ignored');
    expect(await leases()).toEqual([next.id]);
    expect(await takeSent()).toEqual([next.id]);
    await releaseLease(resources.capacity, next.id);
  });

  it('cancels a job whose deadline has passed instead of starting it', async () => {
    const job = await draft('acme', { created_at: new Date(Date.now() - 5000).toISOString() });
    job.specification.wait_time = 2;
    await acceptJob(tables, job);
    expect(await dispatchJob(settings(), job.id)).toBe('ignored');
    expect(await statusOf(job)).toBe('cancelled');
    expect(await leases()).toEqual([]);
  });
});

describe('the sweeper', () => {
  const later = () => Date.now() + 120_000;
  const sweeping = {
    ...resources,
    stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
    lostAfter: 60_000,
    audit: async () => ({ complete: true, estimated: 0 }),
  };
  const run = () => sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, later());

  it('sends a job again that the dispatcher never saw', async () => {
    const job = await accepted();
    expect((await run()).resent).toBeGreaterThanOrEqual(1);
    const sent: string[] = [];
    for (let batch = await takeSent(); batch.length > 0; batch = await takeSent()) sent.push(...batch);
    expect(sent).toContain(job.id);
  });

  it('gives back the lease of a job that has ended, and starts one that waits', async () => {
    const [ended, waiting] = [await accepted(), await accepted()];
    await takeLease(resources.capacity, ended.id, 'acme');
    await finishJob(tables, ended, { status: 'succeeded' });
    await parkJob(tables.jobs, waiting.id, await drawTicket(resources.capacity, 'acme'), waiting.created_at);
    const result = await run();
    expect(result.released).toBe(1);
    expect(await leases()).toEqual([waiting.id]);
    await releaseLease(resources.capacity, waiting.id);
  });

  it('cancels a parked job whose deadline was lost', async () => {
    const job = await draft();
    job.specification.wait_time = 1;
    await acceptJob(tables, job);
    await parkJob(tables.jobs, job.id, await drawTicket(resources.capacity, 'acme'), job.created_at);
    expect((await run()).cancelled).toBe(1);
    expect(await statusOf(job)).toBe('cancelled');
  });

  it('empties the folder of a cancelled job, and again what a step still wrote, until none can be at work', async () => {
    const job = await accepted();
    await beginJob(tables.jobs, job.id);
    const { segment } = jobKeys(job.id);
    const drawn = () => sizeOfObject(resources.bucket, segment(0));
    await putObject(resources.bucket, segment(0), 'frames', 'video/mp4');
    await cancelUnfinished(tables.jobs, job.id, { title: 't', message: 'm', code: 499 });
    await settle(resources, job.id, { status: 'ABORTED' });
    expect(await drawn()).toBeUndefined();
    await putObject(resources.bucket, segment(0), 'late frames', 'video/mp4');
    expect((await run()).emptied).toBe(1);
    expect(await drawn()).toBeUndefined();
    const isWatched = async () => (await findJob(tables.jobs, job.id))?.waiting === 'removed';
    expect(await isWatched()).toBe(true);
    await sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, Date.now() + 1_000_000);
    expect(await isWatched()).toBe(false);
  });

  it('gives leases back before it audits what was removed: a ledger that hangs holds up nothing else', async () => {
    const job = await accepted();
    await cancelQueued(tables.jobs, job.id, { title: 't', message: 'm', code: 408 });
    await announceEnd({ jobs: tables.jobs, bus: resources.bus }, job.id);
    await takeLease(resources.capacity, job.id, 'acme');
    const held: string[][] = [];
    const audit = async ({ id }: { id: string }) => {
      if (id === job.id) held.push(await leases());
      throw new Error('The ledger is away');
    };
    await sweep({ ...sweeping, audit, jobsQueue: resources.jobsQueue }, Date.now() + 1_000_000);
    expect(held).toEqual([[]]);
    expect((await findJob(tables.jobs, job.id))?.waiting).toBe('unaudited');
    await sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, Date.now() + 1_000_000);
    expect((await findJob(tables.jobs, job.id))?.waiting).toBeUndefined();
  });

  it('leaves the folder of a job that has succeeded alone, also when its execution is stopped after the end', async () => {
    const job = await accepted();
    await beginJob(tables.jobs, job.id);
    await putObject(resources.bucket, jobKeys(job.id).result('csv'), 'curves', 'text/csv');
    await finishJob(tables, job, { status: 'succeeded' });
    await settle(resources, job.id, { status: 'ABORTED' });
    await run();
    expect(await sizeOfObject(resources.bucket, jobKeys(job.id).result('csv'))).toBe(6);
  });
});

describe('a step', () => {
  it('is not taken for a job that has ended, whose folder may be empty already', async () => {
    const [going, ended] = [await accepted(), await accepted()];
    await cancelQueued(tables.jobs, ended.id, { title: 't', message: 'm', code: 408 });
    const taken: string[] = [];
    const handler = step(tables.jobs, async ({ id }) => void taken.push(id)) as unknown as (
      state: object,
      context: object,
    ) => Promise<void>;
    await handler({ id: going.id }, {});
    await expect(handler({ id: ended.id }, {})).rejects.toThrow('The job is cancelled already.');
    expect(taken).toEqual([going.id]);
  });
});
