import { TASK_START_SECONDS } from '@talking-avatar/avatar/plan';
import type { Rendering } from '#runtime/environment';
import { LOCAL_STAGE, type Settings } from '../settings/index.ts';

/** Temporary storage of the rendering function for its segment, in MB. */
export const FUNCTION_STORAGE = 2_048;

/**
 * A task's vCPUs and memory, in MB. More vCPUs do not make frames cheaper, because speed grows more slowly, and a new account may run six.
 * Four need at least 8 GB (Fargate developer guide, "Task CPU and memory").
 */
export const TASK_SIZE = { vcpus: 4, memory: 8_192 } as const;

/** Maximum function memory, MB, which has six vCPUs, and a low estimate of its 1280 × 720 frames per second. */
const MAX_MEMORY = 10_240;
const SPEED_AT_MAX_MEMORY = 40;

/**
 * Returns a low estimate of the 1280 × 720 frames that a function renders per second. Lambda provides one vCPU per 1,769 MB (Lambda
 * developer guide, "Configure Lambda function memory"), and rendering uses all of them.
 * @param memory MB
 */
export const speedWithMemory = (memory: number): number => Math.floor((SPEED_AT_MAX_MEMORY * memory) / MAX_MEMORY);

/** The same estimate for a task: a process on a laptop with two CPUs, four Fargate vCPUs, or a GPU with four vCPUs for encoding. */
export const TASK_SPEED = { local: 10, deployed: 30, gpu: 60 } as const;

/** Returns how many of a video's segments tasks render concurrently. It is one per GPU instance, because a task uses a whole instance. */
export const tasksOf = ({ gpu, tasks }: Pick<Settings, 'gpu' | 'tasks'>): number => gpu?.instances ?? tasks;

/** The C library's memory settings for renderers; see `environment.ts`. */
export const RENDERER_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;

type RenderSettings = Pick<
  Settings,
  'stage' | 'architecture' | 'renderers' | 'rendererMemory' | 'segmentSeconds' | 'tasks' | 'taskAfter' | 'gpu' | 'vpc'
>;

/** Speed, number and size of the renderers, by which videos are planned and estimated. */
export function renderingOf(settings: RenderSettings): Rendering {
  const { stage, gpu, vpc, rendererMemory: memory } = settings;
  const isLocal = stage === LOCAL_STAGE;
  const architecture = settings.architecture === 'arm64' ? 'arm64' : 'x86';
  return {
    functions: {
      concurrency: settings.renderers,
      framesPerSecond: speedWithMemory(memory),
      shortest: settings.segmentSeconds,
      size: { architecture, memory, storage: FUNCTION_STORAGE },
    },
    tasks: {
      concurrency: tasksOf(settings),
      framesPerSecond: TASK_SPEED[gpu ? 'gpu' : isLocal ? 'local' : 'deployed'],
      // A local task is a process.
      ...(!isLocal && { starting: TASK_START_SECONDS }),
      size: {
        architecture: gpu ? 'x86' : architecture,
        ...TASK_SIZE,
        ...(gpu && { gpu: true }),
        ...(vpc?.public === false && { address: false }),
      },
    },
    taskAfter: settings.taskAfter,
  };
}
