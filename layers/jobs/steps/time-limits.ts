/** Time limit of a render task, s: six times the planned time of the longest segment. */
export const TASK_TIME_LIMIT = 3_600;

/** Longest time between heartbeats of a task, and until the first, s. Starting takes one or two minutes. */
export const TASK_HEARTBEAT_TIMEOUT = 600;

/**
 * The same for a task with a GPU, s. It waits for an instance to start (about five minutes), or for tasks on other instances to end
 * (ten minutes each). ECS reports a task that dies immediately.
 */
export const GPU_TASK_HEARTBEAT_TIMEOUT = 3_600;

/** Timeout of a task state, s: longer than the task's own time limit. */
export const TASK_TIMEOUT = TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

export const GPU_TASK_TIMEOUT = GPU_TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

/** Time after its end or deletion in which steps may still write objects of a job, s: longer than any step runs. */
export const LATE_WRITE_WINDOW_S = GPU_TASK_TIMEOUT + 60;

/** Timeout of the function that synthesizes speech, where it has neural voices, s. */
export const SPEAKER_TIMEOUT = 600;

/** Time that a neural voice may take for the speech of a job, s: a minute is left for the rest of the step. */
export const SPEAKING_BUDGET = SPEAKER_TIMEOUT - 60;
