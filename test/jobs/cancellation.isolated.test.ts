import { afterEach, expect, it, vi } from 'vitest';
import { CANCELLATION_GRACE_PERIOD, CANCELLATION_POLL_INTERVAL } from '#aws/cancellation-times';
import { runUnlessCancelled } from '../../layers/jobs/steps/cancellation.ts';

const { findJob } = vi.hoisted(() => ({ findJob: vi.fn() }));
vi.mock('../../layers/jobs/queries.ts', () => ({ findJob }));

afterEach(() => vi.useRealTimers());

const FIRST = { id: 'id', execution: 'id' };

it('a status check that ends after its step does not exit the process', async () => {
  vi.useFakeTimers();
  const look = Promise.withResolvers<object>();
  findJob.mockReturnValue(look.promise);
  const step = Promise.withResolvers<string>();
  const exit = vi.fn();
  const result = runUnlessCancelled('jobs', FIRST, () => step.promise, exit);
  await vi.advanceTimersByTimeAsync(CANCELLATION_POLL_INTERVAL);
  expect(findJob).toHaveBeenCalledOnce();
  step.resolve('done');
  expect(await result).toBe('done');
  look.resolve({ status: 'cancelled' });
  await vi.advanceTimersByTimeAsync(CANCELLATION_GRACE_PERIOD);
  expect(exit).not.toHaveBeenCalled();
});

it.each([
  ['its job has ended', { id: 'id', status: 'cancelled' }, 'The job has already ended with status cancelled.'],
  ['its job was restarted', { id: 'id', status: 'running', restarted_at: '2026-01-01' }, 'Another execution runs the job'],
])('a step that continues after %s is killed with the process', async (_, job, message) => {
  vi.useFakeTimers();
  findJob.mockResolvedValue(job);
  const exit = vi.fn();
  let seen: AbortSignal | undefined;
  void runUnlessCancelled('jobs', FIRST, (signal) => new Promise(() => (seen = signal)), exit);
  await vi.advanceTimersByTimeAsync(CANCELLATION_POLL_INTERVAL);
  expect(String(seen?.reason)).toContain(message);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(CANCELLATION_GRACE_PERIOD);
  expect(exit).toHaveBeenCalledOnce();
});

it('a step of the second execution continues', async () => {
  vi.useFakeTimers();
  findJob.mockResolvedValue({ id: 'id', status: 'running', restarted_at: '2026-01-01' });
  let seen: AbortSignal | undefined;
  void runUnlessCancelled('jobs', { id: 'id', execution: 'id-2' }, (signal) => new Promise(() => (seen = signal)), vi.fn());
  await vi.advanceTimersByTimeAsync(CANCELLATION_POLL_INTERVAL);
  expect(seen?.aborted).toBe(false);
});
