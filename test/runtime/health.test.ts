import { expect, it, vi } from 'vitest';
import { createCheck } from '../../functions/api/health/check.ts';

it('is checked once for any number of requests in a period', async () => {
  let time = 0;
  const run = vi.fn(async () => {});
  const check = createCheck(run, 5_000, () => time);
  await Promise.all(Array.from({ length: 100 }, check));
  time = 4_999;
  await check();
  expect(run).toHaveBeenCalledTimes(1);
  time = 5_000;
  await check();
  expect(run).toHaveBeenCalledTimes(2);
});

it('is checked again after a failure, once for concurrent requests', async () => {
  const run = vi.fn(async () => {}).mockRejectedValueOnce(new Error('unavailable'));
  const check = createCheck(run, 5_000);
  const results = await Promise.allSettled([check(), check()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(run).toHaveBeenCalledTimes(1);
  await check();
  await check();
  expect(run).toHaveBeenCalledTimes(2);
});
