/** Seconds that a task which draws has from its start: six times what the longest segment takes by the plan. */
export const TASK_TIME_LIMIT = 3_600;

/** Seconds between two signs of life of a task, and until the first: finding a machine and pulling the image take a minute or two. */
export const TASK_HEARTBEAT_TIMEOUT = 600;

/**
 * The same of a task with a GPU: it waits for an instance, which starts within some five minutes, or for one that other tasks have, of
 * which each takes ten. What has died meanwhile ECS tells at once.
 */
export const GPU_TASK_HEARTBEAT_TIMEOUT = 3_600;

/** Seconds that the state machine waits for a task: its own time limit strikes before. */
export const TASK_TIMEOUT = TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

export const GPU_TASK_TIMEOUT = GPU_TASK_HEARTBEAT_TIMEOUT + TASK_TIME_LIMIT;

/** Seconds that anything may still write for a job that is not wanted any more: longer than any step lives. */
export const LATE_WRITE_WINDOW = GPU_TASK_TIMEOUT + 60;
