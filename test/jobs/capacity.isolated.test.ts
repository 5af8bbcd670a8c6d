import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { JobRecord } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { dynamodb } from '#aws/clients';
import {
  acceptJob,
  assignStartTag,
  finalizeJob,
  listParkedJobs,
  parkJob,
  releaseLease,
  startNextJob,
  startParkedJobs,
  takeLease,
} from '#jobs';
import { dispatchJob } from '../../functions/workers/dispatch/dispatch.ts';
import { cancelQueuedJob } from '../../layers/jobs/transitions.ts';
import { createDrafts } from './drafts.ts';
import { useEmbedded } from './embedded.ts';

const SIZE = 2;
const embedded = useEmbedded(SIZE);
const { resources, tables, takeSent } = embedded;
const parking = { jobs: 'jobs', capacity: SIZE };
const { draft, accepted, used, statusOf, leases } = createDrafts(embedded);

describe('capacity', () => {
  it('is never exceeded, and each job has at most one lease', async () => {
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const taken = await Promise.all([...ids, ...ids].map((id) => takeLease(resources.capacity, id, 'acme')));
    const holders = new Set([...ids, ...ids].filter((_, index) => taken[index]));
    expect(holders.size).toBe(SIZE);
    expect((await leases()).toSorted()).toEqual([...holders].toSorted());
    for (const id of ids) expect(await releaseLease(resources.capacity, id)).toBe(holders.has(id));
    expect(await leases()).toEqual([]);
  });

  it('is passed to parked jobs in fair order as jobs end, and is free at the end', async () => {
    const running = [await accepted('crowd'), await accepted('crowd')];
    for (const { id, account } of running) await takeLease(resources.capacity, id, account);
    const waiting = [await accepted('crowd'), await accepted('crowd'), await accepted('single')];
    for (const { id, account, created_at } of waiting) {
      await parkJob(parking, { id, created_at }, await assignStartTag(resources.capacity, account));
    }
    expect(await listParkedJobs(tables.jobs, SIZE, 10)).toHaveLength(3);

    const order: string[] = [];
    for (const job of running) {
      await finalizeJob(resources, job.id, { status: 'SUCCEEDED' });
      order.push(...(await takeSent()));
    }
    expect(order).toEqual([waiting[0]!.id, waiting[2]!.id]);
    expect((await leases()).toSorted()).toEqual(order.toSorted());

    await finalizeJob(resources, waiting[0]!.id, { status: 'FAILED', error: 'X', cause: '{}' });
    await finalizeJob(resources, waiting[0]!.id, { status: 'FAILED', error: 'X', cause: '{}' });
    expect(await takeSent()).toEqual([waiting[1]!.id]);
    for (const job of [waiting[1]!, waiting[2]!]) await finalizeJob(resources, job.id, { status: 'ABORTED' });
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
      await parkJob(parking, { id, created_at }, await assignStartTag(resources.capacity, 'acme'));
    }
    await cancelQueuedJob(tables.jobs, cancelled.id, { title: 't', message: 'm', code: 408 });
    await startNextJob(resources, running.id);
    expect(await takeSent()).toEqual([next.id]);
    await releaseLease(resources.capacity, 'another');
    await releaseLease(resources.capacity, next.id);
  });
});

describe('a started job that is still listed as parked', () => {
  /** Simulates an index that lags behind: the job has started, but it is still on the list. */
  async function begunButListed(): Promise<JobRecord> {
    const job = await draft();
    const listed = { ...job, status: 'running', work_list: 'parked', list_position: '000000000000' };
    await dynamodb().send(new PutCommand({ TableName: tables.jobs, Item: listed }));
    return job;
  }

  it('does not lose its lease when parked jobs are started', async () => {
    const job = await begunButListed();
    await takeLease(resources.capacity, job.id, job.account);
    expect(await startParkedJobs(resources)).toBe(0);
    expect(await leases()).toEqual([job.id]);
    await finalizeJob(resources, job.id, { status: 'SUCCEEDED' });
    expect(await leases()).toEqual([]);
  });

  it('does not lose a lease that was passed to it', async () => {
    const [ended, job] = [await accepted(), await begunButListed()];
    await takeLease(resources.capacity, ended.id, ended.account);
    await startNextJob(resources, ended.id);
    expect(await leases()).toEqual([job.id]);
    await finalizeJob(resources, job.id, { status: 'SUCCEEDED' });
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

  it('passes the lease of a job that was cancelled before it started to the next job', async () => {
    const [cancelled, next] = [await accepted(), await accepted()];
    await takeLease(resources.capacity, cancelled.id, cancelled.account);
    await parkJob(parking, next, await assignStartTag(resources.capacity, next.account));
    await cancelQueuedJob(tables.jobs, cancelled.id, { title: 't', message: 'm', code: 408 });
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
