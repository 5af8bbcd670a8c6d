import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Measures the CPU time of synchronous work, in ms. Unlike wall time, it hardly depends on the load of the machine. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns how much slower this machine is under its current load, 1 to 12. Tests multiply their time limits by it, so that they do not fail
 * on a busy machine.
 */
export const busyness = (): number => Math.min(12, Math.max(1, Math.max(loadavg()[0] ?? 0, countRunnable()) / availableParallelism()));

/** Counts the threads that can run, if the system reports them, because the load average lags behind. */
function countRunnable(): number {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
