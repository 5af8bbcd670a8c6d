import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Added to the nice value of work that no client is waiting for. It reduces the weight to a third (kernel, `sched_prio_to_weight`). Six
 * busy background processes then weigh as much as the service plus one API function, and a function still finishes in time on a machine
 * that is busy with other programs.
 */
const BACKGROUND = 5;

/**
 * Number of attempts and the time between them, in ms. Linux lets a user change only one autogroup every 100 ms (kernel,
 * `proc_sched_autogroup_set_nice`).
 */
const ATTEMPTS = 20;
const INTERVAL = 110;

/**
 * Lowers the priority of a session leader and its children. On desktop Linux, each session is a group that gets an equal share of CPU time
 * regardless of process priority, so the group's priority is lowered too (sched(7), "The autogroup feature").
 * @param nice added to the nice value of the process and its group, up to 19
 */
export function putInBackground(pid: number, nice = BACKGROUND): void {
  try {
    setPriority(pid, Math.min(getPriority() + nice, constants.priority.PRIORITY_LOW));
  } catch {
    // The process has already exited.
    return;
  }
  void setGroupPriority(pid, nice);
}

async function setGroupPriority(pid: number, nice: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return writeFileSync(`/proc/${pid}/autogroup`, String(nice));
    } catch (error) {
      // Retry only if another group was set a moment ago. Otherwise this system does not have groups, or the process has exited.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await pause(INTERVAL, undefined, { ref: false });
    }
  }
}
