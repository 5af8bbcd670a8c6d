import { afterEach, expect, it, vi } from 'vitest';
import { CANCELLATION_GRACE_PERIOD, CANCELLATION_POLL_INTERVAL } from '#aws/cancellation-times';
import { runUnlessCancelled } from '../../layers/jobs/steps/cancellation.ts';

const { findJob } = vi.hoisted(() => ({ findJob: vi.fn() }));
vi.mock('../../layers/jobs/queries.ts', () => ({ findJob }));

afterEach(() => vi.useRealTimers());

it('a status check that ends after its step does not exit the process', async () => {
  vi.useFakeTimers();
  const look = Promise.withResolvers<object>();
  findJob.mockReturnValue(look.promise);
  const step = Promise.withResolvers<string>();
  const exit = vi.fn();
  const result = runUnlessCancelled('jobs', 'id', () => step.promise, exit);
  await vi.advanceTimersByTimeAsync(CANCELLATION_POLL_INTERVAL);
  expect(findJob).toHaveBeenCalledOnce();
  step.resolve('done');
  expect(await result).toBe('done');
  look.resolve({ status: 'cancelled' });
  await vi.advanceTimersByTimeAsync(CANCELLATION_GRACE_PERIOD);
  expect(exit).not.toHaveBeenCalled();
});

it('a step that continues after its job has ended is killed with the process', async () => {
  vi.useFakeTimers();
  findJob.mockResolvedValue({ status: 'cancelled' });
  const exit = vi.fn();
  let seen: AbortSignal | undefined;
  void runUnlessCancelled('jobs', 'id', (signal) => new Promise(() => (seen = signal)), exit);
  await vi.advanceTimersByTimeAsync(CANCELLATION_POLL_INTERVAL);
  expect(seen?.aborted).toBe(true);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(CANCELLATION_GRACE_PERIOD);
  expect(exit).toHaveBeenCalledOnce();
});
