import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** Page size in /proc, in bytes. It is the same on all supported CPUs. */
const PAGE = 4096;

/**
 * Memory of a process, in bytes. `resident` counts shared pages in full. `proportional` counts only the process's share of them, which the
 * kernel takes 1 ms to add up.
 */
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
    // The process has ended.
    return 0;
  }
}

/** Measures the memory of a process and its children from /proc, in MB. Returns 0 on systems other than Linux. */
export function measureMemory(
  pid: number,
  kind: keyof typeof MEASURES = 'resident',
  { children = true }: { children?: boolean } = {},
): number {
  return platform() === 'linux' ? measure(pid, MEASURES[kind], children) / 2 ** 20 : 0;
}
