import { readdirSync, readFileSync } from 'node:fs';

/** Resources used by a process and all its descendants. */
export interface Holdings {
  processes: number;
  /** Proportional set size, in MB. A page that several processes share is counted once. */
  pss: number;
  /** Number of open file handles. */
  handles: number;
  /** CPU time used so far, including children that have exited, in s. */
  cpu: number;
}

/** Clock ticks per second (Linux: USER_HZ). */
const TICKS = 100;

/** Reads /proc (Linux only). Ignores any process that exits in the meantime. */
export function readHoldings(pid: number): Holdings {
  const all = [pid, ...descendantsOf(pid)].map(readProcess);
  const sum = (field: keyof Holdings) => all.reduce((total, one) => total + one[field], 0);
  return { processes: sum('processes'), pss: sum('pss'), handles: sum('handles'), cpu: sum('cpu') };
}

/** Reads the resources of a single process. */
export function readProcess(pid: number): Holdings {
  try {
    const pss = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
    // The name in parentheses may contain spaces. The CPU times are in fields 14 to 17 (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
    const times = stat.split(' ').slice(11, 15).map(Number);
    const cpu = times.reduce((a, b) => a + b, 0) / TICKS;
    return { processes: 1, pss, handles: readdirSync(`/proc/${pid}/fd`).length, cpu };
  } catch {
    return { processes: 0, pss: 0, handles: 0, cpu: 0 };
  }
}

function descendantsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number)
        .flatMap((child) => [child, ...descendantsOf(child)]),
    );
  } catch {
    return [];
  }
}
