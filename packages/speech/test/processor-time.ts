import { readFileSync } from 'node:fs';
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
 * more than 12, so that it ends.
 */
export const busyness = (): number => Math.min(12, Math.max(1, Math.max(loadavg()[0] ?? 0, countRunnable()) / availableParallelism()));

/** Threads that want a processor at this moment, where the system tells: the load of a minute knows nothing of one that has just begun. */
function countRunnable(): number {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
