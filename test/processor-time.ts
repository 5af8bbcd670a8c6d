/**
 * Milliseconds of processor time that synchronous work takes: unlike the clock on the wall, it is the same on a busy machine.
 */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
