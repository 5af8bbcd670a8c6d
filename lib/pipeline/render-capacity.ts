import type { Settings } from '../settings/index.ts';

/** Temporary storage of the function that renders, for its segment, MB. */
export const FUNCTION_STORAGE = 2_048;

/**
 * vCPUs and memory (MB) of a task. More vCPUs do not make frames cheaper, since speed grows more slowly, and a new account may run six.
 * Four need at least 8 GB (Fargate developer guide, "Task CPU and memory").
 */
export const TASK_SIZE = { vcpus: 4, memory: 8_192 } as const;

/** Maximum memory of a function, MB, with six vCPUs, and a low estimate of its frames of 1280 × 720 per second. */
const MAX_MEMORY = 10_240;
const SPEED_AT_MAX_MEMORY = 40;

/**
 * Frames of 1280 × 720 that a function renders per second, a low estimate. Lambda gives one vCPU per 1,769 MB (Lambda developer guide,
 * "Configure Lambda function memory"), and rendering uses all of them.
 * @param memory MB
 */
export const speedWithMemory = (memory: number): number => Math.floor((SPEED_AT_MAX_MEMORY * memory) / MAX_MEMORY);

/** A task's: a process on a laptop with two processors, four Fargate vCPUs, or a GPU with four vCPUs for encoding. */
export const TASK_SPEED = { local: 10, deployed: 30, gpu: 60 } as const;

/** Segments of a video that tasks render concurrently: one per GPU instance, since a task has one to itself. */
export const tasksOf = ({ gpu, tasks }: Pick<Settings, 'gpu' | 'tasks'>): number => gpu?.instances ?? tasks;

/** Memory settings of the C library for renderers, see `environment.ts`. */
export const RENDERER_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
