import { LOCAL_STAGE, type Settings } from '../settings/index.ts';

/** Temporary storage of a function that renders: room for its segment, MB. */
export const FUNCTION_STORAGE = 2_048;

/**
 * Processors and memory of a task. More processors do not make frames cheaper: what they share grows slower than they do, and an
 * account that is new may run six at once. Fargate gives four at least 8 GB.
 */
export const TASK_SIZE = { vcpus: 4, memory: 8_192 } as const;

/** Frames of 1280 by 720 that two processors of a laptop render in a second, a low guess; a process runs there as function or task. */
const LOCAL_SPEED = 10;

/** The same of a function with the most memory, 10,240 MB, which gives it six vCPUs. */
const MOST_MEMORY = 10_240;
const SPEED_AT_MOST_MEMORY = 40;

/**
 * Frames of 1280 by 720 that a deployed function renders in a second, a low guess. Lambda gives vCPUs in proportion to memory, one
 * for 1,769 MB (Lambda developer guide, "Configure Lambda function memory"), and rendering keeps all of them busy; fewer lose less to
 * each other, which makes the guess for little memory lower still.
 *
 * @param memory MB
 */
export const speedWithMemory = (memory: number): number => Math.floor((SPEED_AT_MOST_MEMORY * memory) / MOST_MEMORY);

/** Frames of 1280 by 720 that one renderer of a deployment makes in a second. */
export const rendererSpeed = ({ stage, rendererMemory }: Pick<Settings, 'stage' | 'rendererMemory'>): number =>
  stage === LOCAL_STAGE ? LOCAL_SPEED : speedWithMemory(rendererMemory);

/** The same of a task: four processors of Fargate's, or a GPU with four processors, which then encode. */
export const TASK_SPEED = { local: LOCAL_SPEED, deployed: 30, gpu: 60 } as const;

/** Segments of a video that tasks render at once: of those with a GPU as many as there are instances, since each has one to itself. */
export const tasksOf = ({ gpu, tasks }: Pick<Settings, 'gpu' | 'tasks'>): number => gpu?.instances ?? tasks;

/** How the C library takes memory for what draws: `environment.ts` says what each means. */
export const RENDERER_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;
