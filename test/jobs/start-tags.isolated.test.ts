import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assignStartTag } from '#jobs';
import { advanceVirtualTime, nextStartTag, readVirtualTime } from '../../layers/jobs/capacity/start-tags.ts';
import { useEmbedded } from './embedded.ts';

const { resources } = useEmbedded(1);

/** Creates a queue ordered by start tags. Each arrival reads the clock after a given delay. */
function createQueue() {
  let time = 0;
  const last = new Map<string, number>();
  const waiting: { account: string; tag: number; order: number }[] = [];
  return {
    waiting,
    arrive(account: string, late: number, order: number) {
      const tag = nextStartTag(Math.max(0, time - late), last.get(account));
      last.set(account, tag);
      waiting.push({ account, tag, order });
    },
    start(): string | undefined {
      waiting.sort((a, b) => a.tag - b.tag || a.order - b.order);
      const next = waiting.shift();
      if (next) time = Math.max(time, next.tag);
      return next?.account;
    },
  };
}

function serve(arrivals: readonly string[]): string[] {
  const queue = createQueue();
  for (const [order, account] of arrivals.entries()) queue.arrive(account, 0, order);
  return arrivals.map(() => queue.start() ?? '');
}

it("starts a newcomer's single job after one of the crowd's jobs, not after all of them", () => {
  const served = serve([...Array(100).fill('crowd'), 'newcomer']);
  expect(served.indexOf('newcomer')).toBe(1);
});

it('alternates between accounts with parked jobs, so that none gets two jobs ahead of another', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (arrivals) => {
      const served = serve(arrivals);
      const left = new Map<string, number>();
      for (const account of arrivals) left.set(account, (left.get(account) ?? 0) + 1);
      const had = new Map<string, number>();
      for (const account of served) {
        had.set(account, (had.get(account) ?? 0) + 1);
        for (const [other, total] of left) {
          const done = had.get(other) ?? 0;
          if (done < total) expect((had.get(account) ?? 0) - done).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});

it("limits the lead over an account with parked jobs to one job plus the clock's delay", () => {
  const LATE = 5;
  const step = fc.oneof(
    fc.record({ account: fc.constantFrom('a', 'b', 'c'), late: fc.integer({ min: 0, max: LATE }) }),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const queue = createQueue();
      // How many jobs other accounts have started since this account last had no parked jobs.
      const ahead = new Map<string, Map<string, number>>();
      for (const [order, arrival] of steps.entries()) {
        if (arrival) {
          if (!queue.waiting.some(({ account }) => account === arrival.account)) ahead.set(arrival.account, new Map());
          queue.arrive(arrival.account, arrival.late, order);
          continue;
        }
        const started = queue.start();
        for (const { account } of queue.waiting) {
          const counts = ahead.get(account);
          if (!counts || !started) continue;
          counts.set(started, (counts.get(started) ?? 0) + 1);
          const own = counts.get(account) ?? 0;
          expect((counts.get(started) ?? 0) - own).toBeLessThanOrEqual(2 + LATE);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('does not penalize an account for starting jobs while others were idle', () => {
  expect(nextStartTag(500, 500)).toBe(nextStartTag(500, undefined));
});

it("assigns each of an account's jobs a different tag, starting at the clock, even with concurrent dispatchers", async () => {
  const tags = await Promise.all(Array.from({ length: 10 }, () => assignStartTag(resources.capacity, 'many')));
  expect(tags.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await advanceVirtualTime('capacity', 40);
  await advanceVirtualTime('capacity', 12);
  expect(await readVirtualTime('capacity')).toBe(40);
  expect(await assignStartTag(resources.capacity, 'many')).toBe(41);
  expect(await assignStartTag(resources.capacity, 'newcomer')).toBe(41);
  expect(await assignStartTag(resources.capacity, 'newcomer')).toBe(42);
});
