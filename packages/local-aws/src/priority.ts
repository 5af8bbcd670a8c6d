import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Added to the nice value of work that a client does not wait for itself: a third of the usual weight (kernel, `sched_prio_to_weight`). Six
 * processes at work then weigh as much as the service with one function of the API, and a function on a machine that is busy with other
 * programs still ends within its time limit.
 */
const BACKGROUND = 5;

/** Linux lets a user set one autogroup in 100 ms (kernel, `proc_sched_autogroup_set_nice`); tries, and ms between them. */
const ATTEMPTS = 20;
const INTERVAL = 110;

/**
 * Lets a process that leads a session, with all that it starts, have the processor after others. On a desktop's Linux each session is a
 * group that gets an equal share whatever the priority of its processes, so the group gets the priority too (sched(7), "The autogroup
 * feature").
 * @param nice added to the nice value of the process and its group, up to 19
 */
export function putInBackground(pid: number, nice = BACKGROUND): void {
  try {
    setPriority(pid, Math.min(getPriority() + nice, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended already.
    return;
  }
  void setGroupPriority(pid, nice);
}

async function setGroupPriority(pid: number, nice: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return writeFileSync(`/proc/${pid}/autogroup`, String(nice));
    } catch (error) {
      // Another group was set a moment ago; otherwise there are no groups here, or the process has ended.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await pause(INTERVAL, undefined, { ref: false });
    }
  }
}
