import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import {
  assignStartTag,
  finalizeJob,
  findIdempotencyRecord,
  findJob,
  listJobsOnWorkList,
  listLeases,
  listParkedJobs,
  markJobRunning,
  parkJob,
  publishJobEnd,
  releaseLease,
  removeFromWorkList,
  takeLease,
} from '#jobs';
import { findTokenByHash } from '#runtime';
import { findCircuit, listFailedDeliveries, takeSlot } from '#webhooks';
import { sweep } from '../../functions/workers/sweep/sweep.ts';
import { resetMigrations } from '../../layers/jobs/capacity/single-item.ts';
import { readVirtualTime } from '../../layers/jobs/capacity/start-tags.ts';
import { outdatedParkedKeys, workListKeys } from '../../layers/jobs/item.ts';
import { createDrafts } from './drafts.ts';
import { useEmbedded } from './embedded.ts';
import { previous, restorePrevious } from './previous-release.ts';

const embedded = useEmbedded(previous.capacity);
const { resources, tables, takeSent } = embedded;
const { accepted, statusOf } = createDrafts(embedded);
const { jobs } = previous;
const held = [...jobs.running, jobs.dispatched];

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return restorePrevious();
});
afterAll(() => vi.restoreAllMocks());

const leases = async (): Promise<string[]> => (await listLeases(resources.capacity)).map(({ job }) => job).toSorted();

describe('data of the previous release', () => {
  it('is read: jobs on every work list, tokens, idempotency keys, webhooks', async () => {
    const places = await Promise.all(Object.values(jobs).map((id) => findJob('jobs', [id].flat()[0] ?? '')));
    expect(places.map((job) => job?.waiting)).toEqual([
      'arriving',
      'accepted',
      undefined,
      'accepted',
      'parked',
      'unannounced',
      'unaudited',
      'removed',
      'removed',
    ]);
    const [job] = places;
    expect((await findTokenByHash('tokens', job?.token ?? ''))?.used).toBe(1);
    expect((await findIdempotencyRecord('idempotency', 'acme#k1'))?.job_id).toBe(jobs.arriving);
    expect((await findCircuit('webhooks', 'acme', 'https://example.com/hook'))?.failures).toBe(5);
    expect((await listFailedDeliveries('webhooks')).map(({ job: id }) => id)).toEqual([jobs.unaudited]);
    const now = Date.parse('2026-11-21T12:00:00Z');
    const take = (holder: string) => takeSlot('webhooks', 'acme', holder, { size: 2, now, until: now + 1_000 });
    expect([await take('a'), await take('b'), await take('a')]).toEqual([true, false, true]);
  });

  it('counts: its leases are moved, concurrently and after crashes, before another is taken', async () => {
    const send = dynamodb().send.bind(dynamodb());
    let calls = 0;
    const cut = vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: never) => {
      calls += 1;
      if (calls === 6) throw new Error('Crashed');
      return send(command);
    }) as never);
    await expect(takeLease(resources.capacity, 'newcomer', 'acme')).rejects.toThrow('Crashed');
    cut.mockRestore();
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    resetMigrations();
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeLease(resources.capacity, randomUUID(), 'acme')));
    expect(taken).toEqual(Array(8).fill(false));
    expect(await leases()).toEqual(held.toSorted());
    expect(await takeLease(resources.capacity, jobs.dispatched, 'acme')).toBe(true);
    const { Item } = await dynamodb().send(new GetCommand({ TableName: 'capacity', Key: { name: 'jobs' } }));
    expect(Item).toEqual({ name: 'jobs', schema: 1, leases: {}, last: {}, time: 0 });
  });

  it('allows a rollback: the previous release takes leases and parks jobs, and its leases are moved again', async () => {
    const update = (UpdateExpression: string, condition: string, names: object, values: object) =>
      dynamodb().send(
        new UpdateCommand({
          TableName: 'capacity',
          Key: { name: 'jobs' },
          UpdateExpression,
          ConditionExpression: condition,
          ExpressionAttributeNames: { ...names },
          ExpressionAttributeValues: { ...values },
        }),
      );
    const take = (id: string) =>
      update(
        'SET leases.#id = :lease',
        'attribute_not_exists(leases.#id) AND size(leases) < :size',
        { '#id': id },
        { ':lease': { account: 'acme', since: '2026-11-22T10:00:00.000Z' }, ':size': previous.capacity },
      );
    for (const id of ['late-1', 'late-2', jobs.dispatched]) await take(id);
    await expect(take('late-3')).rejects.toThrow('The conditional request failed');
    const absent = 'attribute_not_exists(#last.#account)';
    await update('SET #last.#account = :ticket', absent, { '#last': 'last', '#account': 'late' }, { ':ticket': 1 });

    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    expect(await takeLease(resources.capacity, randomUUID(), 'acme')).toBe(false);
    later.mockRestore();
    expect(await leases()).toEqual([...held, 'late-1', 'late-2'].toSorted());
    const { Item } = await dynamodb().send(new GetCommand({ TableName: 'capacity', Key: { name: 'jobs' } }));
    expect(Item).toMatchObject({ leases: {}, last: {} });
    for (const id of ['late-1', 'late-2']) expect(await releaseLease(resources.capacity, id)).toBe(true);
  });

  it('keeps the order: jobs that were parked before start first, in the order of their start tags, and tags continue', async () => {
    expect((await listParkedJobs('jobs', resources.capacity.size, 10)).map(({ id }) => id)).toEqual([
      jobs.parked[0],
      jobs.parked[2],
      jobs.parked[1],
    ]);
    expect(await readVirtualTime('capacity')).toBe(0);
    expect(await assignStartTag(resources.capacity, 'acme')).toBe(3);
    await finalizeJob(resources, jobs.running[0] ?? '', { status: 'SUCCEEDED' });
    expect(await takeSent()).toEqual([jobs.parked[0]]);
    expect(await leases()).toEqual([jobs.running[1], jobs.dispatched, jobs.parked[0]].toSorted());
  });

  it('progresses: ends are published, audits complete, and the sweep finds lost jobs', async () => {
    await publishJobEnd(resources, jobs.unannounced);
    expect((await findJob('jobs', jobs.unannounced))?.waiting).toBe('unaudited');
    expect(await removeFromWorkList('jobs', jobs.unaudited, 'unaudited')).toBe(true);
    const result = await sweep(
      {
        ...resources,
        stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
        lostAfter: 60_000,
        audit: async () => ({ complete: true, estimated: 0 }),
      },
      Date.parse('2026-11-22T12:00:00Z'),
    );
    expect(result).toMatchObject({ resent: expect.any(Number), audited: expect.any(Number) });
    expect(result.resent).toBeGreaterThanOrEqual(1);
    expect(await statusOf({ id: jobs.arriving } as never)).toBe('failed');
    for (const { job } of await listLeases(resources.capacity)) await releaseLease(resources.capacity, job);
  });
});

describe('parked jobs', () => {
  it('under one key stay there, and those under many keys start in the same order', async () => {
    expect(workListKeys('parked', 100)).toEqual(['parked']);
    expect(workListKeys('parked', 10_000)).toHaveLength(16);
    const capacity = 1_600;
    const parked: string[] = [];
    for (let tag = 100; tag < 130; tag += 1) {
      const job = await accepted('crowd', { created_at: '2026-11-22T10:00:00.000Z' });
      await parkJob({ jobs: tables.jobs, capacity }, job, tag);
      parked.push(job.id);
    }
    const listed = (await listParkedJobs('jobs', capacity, 200)).map(({ id }) => id);
    expect(listed.filter((id) => parked.includes(id))).toEqual(parked);

    // The capacity was lowered: the sweeper brings those that nobody would look at to the one key.
    expect(outdatedParkedKeys(50)).toHaveLength(15);
    const seen = (await listParkedJobs('jobs', 50, 100)).map(({ id }) => id);
    expect(parked.every((id) => seen.includes(id))).toBe(false);
    await sweep({
      ...resources,
      capacity: { table: 'capacity', size: 1 },
      stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
      lostAfter: 3_600_000,
      audit: async () => ({ complete: true, estimated: 0 }),
    });
    const [started] = await takeSent();
    const after = (await listParkedJobs('jobs', 1, 100)).map(({ id }) => id).filter((id) => parked.includes(id));
    expect(after).toEqual(parked.filter((id) => id !== started));
    await markJobRunning('jobs', parked[3] ?? '');
    expect((await listJobsOnWorkList('jobs', 'accepted', 10)).map(({ id }) => id)).not.toContain(parked[3]);
  });
});

describe('what a later release has written', () => {
  it('is skipped and counted: a lease of another form does not stop those who read leases', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    for (const Item of [
      { name: 'lease#later', schema: 2, job: 'later', account: 'acme', since: '2026-11-22', shard: 0 },
      { name: 'lease#broken', schema: 1, job: 'broken' },
    ])
      await dynamodb().send(new PutCommand({ TableName: 'capacity', Item }));
    expect((await listLeases(resources.capacity)).filter(({ job }) => ['later', 'broken'].includes(job))).toEqual([]);
    expect(await releaseLease(resources.capacity, 'later')).toBe(false);
    const metrics = lines.filter((line) => line.startsWith('{"_aws"')).map((line) => JSON.parse(line));
    expect(metrics.map(({ kind, ItemsSkipped }) => [kind, ItemsSkipped])).toEqual(Array(3).fill(['lease', 1]));
  });
});
