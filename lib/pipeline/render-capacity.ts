import type { Settings } from '../settings/index.ts';

/** Temporary storage of the function that renders, for its segment, MB. */
export const FUNCTION_STORAGE = 2_048;

/**
 * Processors and memory (MB) of a task. More processors do not make frames cheaper, since speed grows more slowly than their number, and a
 * new account may run six at once. Four vCPUs need at least 8 GB (Fargate developer guide, "Task CPU and memory").
 */
export const TASK_SIZE = { vcpus: 4, memory: 8_192 } as const;

/** The largest memory of a function, MB, which has six vCPUs, and frames of 1280 by 720 that it renders per second, a low estimate. */
const MOST_MEMORY = 10_240;
const SPEED_AT_MOST_MEMORY = 40;

/**
 * Frames of 1280 by 720 that a deployed function renders per second, a low estimate. Lambda gives vCPUs in proportion to memory, one for
 * 1,769 MB (Lambda developer guide, "Configure Lambda function memory"), and rendering uses all of them.
 *
 * @param memory MB
 */
export const speedWithMemory = (memory: number): number => Math.floor((SPEED_AT_MOST_MEMORY * memory) / MOST_MEMORY);

/**
 * The same of a task: a process of a laptop with two processors, four processors of Fargate's, or a GPU with four processors, which then
 * encode.
 */
export const TASK_SPEED = { local: 10, deployed: 30, gpu: 60 } as const;

/** Segments of a video that tasks render at once: of those with a GPU as many as there are instances, since each has one to itself. */
export const tasksOf = ({ gpu, tasks }: Pick<Settings, 'gpu' | 'tasks'>): number => gpu?.instances ?? tasks;

/** How the C library takes memory for what draws: `environment.ts` says what each means. */
export const RENDERER_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
