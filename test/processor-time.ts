import { availableParallelism, loadavg } from 'node:os';

/**
 * Milliseconds of processor time that synchronous work takes: unlike the clock on the wall, it is the same on a busy machine.
 */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times longer than by itself something takes on this machine now: 1 while it has a processor for everyone who wants one.
 * Times that are promised to clients are multiplied by it, so that a test does not fail for what else the machine does; by no
 * more than 4, so that it still tells slow from prompt.
 */
export const busyness = (): number => Math.min(4, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
