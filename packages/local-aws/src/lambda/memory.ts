import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Bytes of a page: what /proc counts in on every processor that Node.js runs this service on. */
const PAGE = 4096;

/** Bytes of a process: all its pages; or its own pages, and its part of those that it shares, which takes the kernel 1 ms to add up. */
const MEASURES = {
  resident: (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE,
  proportional: (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024,
};

function readChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function measure(pid: number, read: (pid: number) => number, withChildren: boolean): number {
  try {
    const children = withChildren ? readChildren(pid) : [];
    return children.reduce((sum, child) => sum + measure(child, read, true), read(pid));
  } catch {
    // The process ended while it was looked at.
    return 0;
  }
}

/**
 * Memory of a process with its children, MB. Read from /proc; 0 on other systems than Linux.
 * @param kind `resident` counts pages that processes share for each of them, `proportional` once
 */
export function measureMemory(
  pid: number,
  kind: keyof typeof MEASURES = 'resident',
  { children = true }: { children?: boolean } = {},
): number {
  return platform() === 'linux' ? measure(pid, MEASURES[kind], children) / 2 ** 20 : 0;
}
