/** Time limit for a render task, in s: six times the planned time for the longest segment. */
export const TASK_TIME_LIMIT = 3_600;

/** Maximum time between heartbeats from a task, and before the first one, in s. Starting takes one or two minutes. */
export const TASK_HEARTBEAT_TIMEOUT = 600;

/**
 * Heartbeat timeout for a GPU task, in s. The task waits for an instance to start (about five minutes), or for tasks on other instances
 * to end (ten minutes each). ECS stops a task after 10 to 30 minutes of waiting, and reports immediately if one dies.
 */
export const GPU_TASK_HEARTBEAT_TIMEOUT = 3_600;

/** Timeout for a task state, in s. Longer than the time limit that the task itself enforces. */
export const TASK_TIMEOUT = TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

export const GPU_TASK_TIMEOUT = GPU_TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

/** How long after a job ends or is deleted steps may still write objects, in s. Longer than any step runs. */
export const LATE_WRITE_WINDOW_S = GPU_TASK_TIMEOUT + 60;

/** Timeout for the function that synthesizes speech if it has neural voices, in s. */
export const SPEAKER_TIMEOUT = 600;

/** Maximum time for a neural voice to synthesize the speech of a job, in s. Leaves a minute for the rest of the step. */
export const SPEAKING_BUDGET = SPEAKER_TIMEOUT - 60;
