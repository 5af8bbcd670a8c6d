import { afterEach, expect, it, vi } from 'vitest';
import { simulate } from '../../bench/scale/simulation.ts';

afterEach(() => vi.restoreAllMocks());

const starts = { bucket: 1_300, refill: 300 };

it('uses all capacity with unique leases and no failures if there are more jobs, and the sums equal the ledger', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const load = { name: 'full', rate: 12, capacity: 110, runs: 10, seconds: 20, starts, largest: 0.2 };
  const outcome = await simulate(load);
  expect(outcome.mostLeases).toBe(110);
  expect(outcome.parked).toBeGreaterThan(0);
  expect(outcome).toMatchObject({ errors: 0, throttled: 0, difference: 0n });
  expect(outcome.startedPerSecond).toBeGreaterThan(8);
  expect(outcome.enforcement).toBeLessThan(330);
  expect(outcome.hottest.write.share).toBeLessThan(0.2);
});

it("finds the bottleneck, which is the index key that all of an account's jobs share", async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const load = { name: 'one account', rate: 90, capacity: 10_000, runs: 1, seconds: 8, starts, largest: 1 };
  const { throttled, hottest } = await simulate(load);
  expect(throttled).toBeGreaterThan(0);
  expect(hottest.write.name).toBe('jobs.by-account/account-0');
  expect(hottest.write.share).toBeGreaterThan(0.99);
});
