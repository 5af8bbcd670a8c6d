import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import { listLeases, releaseLease, takeLease } from '#jobs';
import { passLease } from '../../layers/jobs/capacity/leases.ts';
import { countShards, probeShards, shardLimit, shardLimits } from '../../layers/jobs/capacity/shards.ts';
import { useEmbedded } from './embedded.ts';

useEmbedded(1);
afterEach(() => vi.restoreAllMocks());

const capacityOf = (size: number) => ({ table: 'capacity', size });

/** Returns the lease counter of each shard next to the actual number of leases. */
async function compare(size: number): Promise<{ leases: number; counters: unknown; counted: unknown }> {
  const leases = await listLeases(capacityOf(size));
  const { Items = [] } = await dynamodb().send(new ScanCommand({ TableName: 'capacity', ConsistentRead: true }));
  const slots = Items.filter(({ name, used }) => String(name).startsWith('slots#') && used !== 0);
  const counters = Object.fromEntries(slots.map(({ name, used }) => [String(name).slice('slots#'.length), used]));
  const counted: Record<string, number> = {};
  for (const { shard } of leases) counted[shard] = (counted[shard] ?? 0) + 1;
  return { leases: leases.length, counters, counted };
}

async function releaseAll(size: number): Promise<void> {
  for (const { job } of await listLeases(capacityOf(size))) await releaseLease(capacityOf(size), job);
}

/** Makes table calls fail as they would in a crash, either before they are sent or after they have taken effect. */
function crash(faults: readonly ('before' | 'after' | undefined)[]): void {
  const send = dynamodb().send.bind(dynamodb());
  let call = 0;
  vi.spyOn(dynamodb(), 'send').mockImplementation((async (command: never) => {
    const fault = faults[call++ % Math.max(1, faults.length)];
    if (fault === 'before') throw new Error('Crashed');
    const answer = await send(command);
    if (fault === 'after') throw new Error('Crashed');
    return answer;
  }) as never);
}

describe('shards', () => {
  it('have limits that add up to the capacity, with one shard for up to 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (capacity) => {
        const limits = Array.from({ length: countShards(capacity) }, (_, shard) => shardLimit(capacity, shard));
        expect(limits.reduce((sum, limit) => sum + limit, 0)).toBe(capacity);
        expect(limits.every((limit) => limit > 0)).toBe(true);
        expect(limits.length === 1).toBe(capacity <= 100);
      }),
    );
  });

  it('have limits that never exceed the capacity together with the leases in later shards, and equal it without them', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), counts, (capacity, earlier) => {
        const used = new Map(earlier.entries());
        const before = earlier.reduce((sum, count) => sum + count, 0);
        const limits = shardLimits(capacity, used);
        // All shards are full.
        for (const [shard, limit] of limits.entries()) used.set(shard, Math.max(used.get(shard) ?? 0, limit));
        const after = [...used.values()].reduce((sum, count) => sum + count, 0);
        expect(after).toBe(Math.max(before, capacity));
        const isWithin = earlier.every((count, shard) => count <= shardLimit(capacity, shard));
        if (isWithin) expect(limits).toEqual(limits.map((_, shard) => shardLimit(capacity, shard)));
      }),
    );
  });

  it('are probed without repetition, in the same order each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.uuid(), (capacity, job) => {
        const probed = probeShards(capacity, job, 3);
        expect(new Set(probed).size).toBe(probed.length);
        expect(probed.length).toBeGreaterThanOrEqual(Math.min(2, countShards(capacity)));
        for (const shard of probed) expect(shardLimit(capacity, shard)).toBeGreaterThan(0);
        expect(probeShards(capacity, job, 3)).toEqual(probed);
      }),
    );
  });

  it('are probed evenly', () => {
    const tries = new Map<number, number>();
    for (let job = 0; job < 10_000; job += 1) {
      const [shard = -1] = probeShards(1_000, randomUUID(), 1);
      tries.set(shard, (tries.get(shard) ?? 0) + 1);
    }
    expect(tries.size).toBe(10);
    for (const count of tries.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });
});

describe('leases', () => {
  const step = fc.record({
    kind: fc.constantFrom('take', 'take', 'release', 'pass'),
    job: fc.integer({ min: 0, max: 5 }),
    next: fc.integer({ min: 0, max: 5 }),
    fault: fc.option(fc.constantFrom('before' as const, 'after' as const), { nil: undefined, freq: 4 }),
  });

  it('never exceed the capacity and match their counters, despite concurrency and crashes', async () => {
    const size = 3;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
        const jobs = Array.from({ length: 6 }, () => randomUUID());
        for (const round of rounds) {
          crash(round.map(({ fault }) => fault));
          await Promise.allSettled(
            round.map(({ kind, job, next }) => {
              const [id = '', other = ''] = [jobs[job], jobs[next]];
              if (kind === 'take') return takeLease(capacityOf(size), id, 'acme');
              if (kind === 'release') return releaseLease(capacityOf(size), id);
              return passLease(capacityOf(size), id, { id: other, account: 'acme' });
            }),
          );
          vi.restoreAllMocks();
          const { leases, counters, counted } = await compare(size);
          expect(leases).toBeLessThanOrEqual(size);
          expect(counters).toEqual(counted);
        }
        await releaseAll(size);
      }),
      { numRuns: 40 },
    );
  });

  it('fill every shard up to its limit, and a job that tries again still has only one', async () => {
    const size = 215;
    const jobs = Array.from({ length: 240 }, () => randomUUID());
    const taken: boolean[] = [];
    for (let from = 0; from < jobs.length; from += 40) {
      const some = jobs.slice(from, from + 40);
      taken.push(...(await Promise.all(some.map((id) => takeLease(capacityOf(size), id, 'acme')))));
    }
    expect(taken.filter(Boolean)).toHaveLength(size);
    const held = jobs.filter((_, index) => taken[index]);
    expect(await takeLease(capacityOf(size), held[7] ?? '', 'acme')).toBe(true);
    const { leases, counters, counted } = await compare(size);
    expect(leases).toBe(size);
    expect(counters).toEqual({ 0: 100, 1: 100, 2: 15 });
    expect(counters).toEqual(counted);

    const [ended = '', next = ''] = [held[0], jobs.find((id) => !held.includes(id))];
    expect(await passLease(capacityOf(size), ended, { id: next, account: 'acme' })).toBe('passed');
    expect(await passLease(capacityOf(size), ended, { id: next, account: 'acme' })).toBe('released');
    expect(await passLease(capacityOf(size), next, { id: held[1] ?? '', account: 'acme' })).toBe('taken');
    expect((await compare(size)).counters).toEqual(counters);
    // After the capacity has been lowered, leases are neither taken nor handed on until enough jobs have ended.
    expect(await takeLease(capacityOf(50), randomUUID(), 'acme')).toBe(false);
    expect(await passLease(capacityOf(50), next, { id: randomUUID(), account: 'acme' })).toBe('released');
    await releaseAll(size);
    expect((await compare(size)).counters).toEqual({});
  });

  it('above a lowered capacity prevent new ones until enough jobs have ended, and then the new capacity is used', async () => {
    const jobs = Array.from({ length: 250 }, () => randomUUID());
    for (let from = 0; from < jobs.length; from += 50)
      await Promise.all(jobs.slice(from, from + 50).map((id) => takeLease(capacityOf(250), id, 'acme')));
    const held = await listLeases(capacityOf(250));
    expect(held).toHaveLength(250);
    // The jobs in the first shard end first.
    const ended = held.toSorted((a, b) => a.shard - b.shard).map(({ job }) => job);
    const lowered = capacityOf(100);
    for (let running = 250; running > 100; running -= 1) {
      const [job = ''] = ended.splice(0, 1);
      expect(await passLease(lowered, job, { id: randomUUID(), account: 'acme' })).toBe('released');
      expect(await releaseLease(lowered, job)).toBe(true);
      if (running % 10 === 1) expect(await takeLease(lowered, randomUUID(), 'acme')).toBe(false);
    }
    expect(await takeLease(lowered, randomUUID(), 'acme')).toBe(false);
    for (const job of ended.splice(0, 30)) await releaseLease(lowered, job);
    const taken = await Promise.all(Array.from({ length: 40 }, () => takeLease(lowered, randomUUID(), 'acme')));
    expect(taken.filter(Boolean)).toHaveLength(30);
    expect((await compare(100)).leases).toBe(100);
    await releaseAll(250);
  });
});

describe('a lease from a later release', () => {
  it('is skipped and counted', async () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    for (const Item of [
      { name: 'lease#later', schema: 2, job: 'later', account: 'acme', since: '2026-11-22', shard: 0 },
      { name: 'lease#broken', schema: 1, job: 'broken' },
    ])
      await dynamodb().send(new PutCommand({ TableName: 'capacity', Item }));
    expect((await listLeases(capacityOf(1))).filter(({ job }) => ['later', 'broken'].includes(job))).toEqual([]);
    expect(await releaseLease(capacityOf(1), 'later')).toBe(false);
    const metrics = lines.filter((line) => line.startsWith('{"_aws"')).map((line) => JSON.parse(line));
    expect(metrics.map(({ kind, ItemsSkipped }) => [kind, ItemsSkipped])).toEqual(Array(3).fill(['lease', 1]));
  });
});
