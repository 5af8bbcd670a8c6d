/** Seconds that a task which draws has from its start: six times what the longest segment takes by the plan. */
export const TASK_TIME = 3_600;

/** Seconds between two signs of life of a task, and until the first: finding a machine and pulling the image take a minute or two. */
export const TASK_SILENCE = 600;

/**
 * The same of a task with a GPU: it waits for an instance, which starts within some five minutes, or for one that other tasks have, of
 * which each takes ten. What has died meanwhile ECS tells at once.
 */
export const GPU_TASK_SILENCE = 3_600;

/** Seconds that the state machine waits for a task: its own time limit strikes before. */
export const TASK_WAIT = TASK_SILENCE + TASK_TIME;

export const GPU_TASK_WAIT = GPU_TASK_SILENCE + TASK_TIME;

/** Seconds that anything may still write for a job that is not wanted any more: longer than any step lives. */
export const LAST_WRITE = GPU_TASK_WAIT + 60;
