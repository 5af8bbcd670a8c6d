/** What a function has that draws: as many processors as Lambda gives, six, and room for its segment; MB. */
export const FUNCTION_SIZE = { memory: 10_240, storage: 2_048 } as const;

/**
 * Processors and memory of a task. More processors do not make frames cheaper: what they share grows slower than they do, and an
 * account that is new may run six at once. Fargate gives four at least 8 GB.
 */
export const TASK_SIZE = { vcpus: 4, memory: 8_192 } as const;

/** Frames of 1280 by 720 that a function draws in a second, low guesses: two processors of a laptop, six of Lambda's. */
export const RENDERER_SPEED = { local: 10, deployed: 40 } as const;

/** The same of a task: four processors of Fargate's. */
export const TASK_SPEED = { local: 10, deployed: 30 } as const;

/** How the C library takes memory for what draws: `environment.ts` says what each means. */
export const RENDERER_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
