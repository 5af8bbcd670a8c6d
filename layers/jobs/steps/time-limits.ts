/** Time limit for a render task, in s: six times the planned time of the longest segment. */
export const TASK_TIME_LIMIT = 3_600;

/** Maximum time between a task's heartbeats, and until the first one, in s. Starting takes one or two minutes. */
export const TASK_HEARTBEAT_TIMEOUT = 600;

/**
 * Heartbeat timeout for a task with a GPU, s. The task waits for an instance to start (about five minutes), or for tasks on other instances
 * to end (ten minutes each). ECS stops a task after 10 to 30 minutes of waiting, and reports immediately if one dies.
 */
export const GPU_TASK_HEARTBEAT_TIMEOUT = 3_600;

/** Timeout of a task state, in s: longer than the task's own time limit. */
export const TASK_TIMEOUT = TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

export const GPU_TASK_TIMEOUT = GPU_TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

/** Time after a job's end or deletion in which steps may still write its objects, in s: longer than any step runs. */
export const LATE_WRITE_WINDOW_S = GPU_TASK_TIMEOUT + 60;

/** Timeout of the function that synthesizes speech if it has neural voices, in s. */
export const SPEAKER_TIMEOUT = 600;

/** Maximum time for a neural voice to synthesize a job's speech, in s. It leaves a minute for the rest of the step. */
export const SPEAKING_BUDGET = SPEAKER_TIMEOUT - 60;
