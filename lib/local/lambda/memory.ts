import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Bytes of a page: what /proc counts in on every processor that Node.js runs this service on. */
const PAGE = 4096;

function readChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function measure(pid: number): number {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
    return readChildren(pid).reduce((sum, child) => sum + measure(child), resident);
  } catch {
    // The process ended while it was looked at.
    return 0;
  }
}

/** Resident memory of a process with all its children, MB. Read from /proc; 0 on other systems than Linux. */
export function measureMemory(pid: number): number {
  return platform() === 'linux' ? measure(pid) / 2 ** 20 : 0;
}
