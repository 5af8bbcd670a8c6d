import { TASK_START_SECONDS } from '@talking-avatar/avatar/plan';
import type { Rendering } from '#runtime/environment';
import { LOCAL_STAGE, type Settings } from '../settings/index.ts';

/** Temporary storage that the render function needs for its segment, in MB. */
export const FUNCTION_STORAGE = 2_048;

/**
 * Number of vCPUs of a task, and its memory in MB. More vCPUs would not make frames cheaper because speed grows more slowly, and a new
 * account may only run six. Four vCPUs require at least 8 GB (Fargate developer guide, "Task CPU and memory").
 */
export const TASK_SIZE = { vcpus: 4, memory: 8_192 } as const;

/**
 * Maximum memory of a function in MB, which comes with six vCPUs, and a low estimate of how many 1280 × 720 frames it renders per second.
 */
const MAX_MEMORY = 10_240;
const SPEED_AT_MAX_MEMORY = 40;

/**
 * Returns a low estimate of how many 1280 × 720 frames a function renders per second. Lambda provides one vCPU per 1,769 MB (Lambda
 * developer guide, "Configure Lambda function memory"), and rendering uses all vCPUs.
 * @param memory in MB
 */
export const speedWithMemory = (memory: number): number => Math.floor((SPEED_AT_MAX_MEMORY * memory) / MAX_MEMORY);

/**
 * The same estimate for a task: a local process on a two-CPU laptop, four Fargate vCPUs, or a GPU plus four vCPUs for encoding.
 */
export const TASK_SPEED = { local: 10, deployed: 30, gpu: 60 } as const;

/**
 * Returns how many segments of a video are rendered concurrently by tasks. With GPUs, it is one per instance because a task uses a whole
 * instance.
 */
export const tasksOf = ({ gpu, tasks }: Pick<Settings, 'gpu' | 'tasks'>): number => gpu?.instances ?? tasks;

/** Memory settings of the C library for renderers; see `environment.ts`. */
export const RENDERER_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' } as const;

type RenderSettings = Pick<
  Settings,
  'stage' | 'architecture' | 'renderers' | 'rendererMemory' | 'segmentSeconds' | 'tasks' | 'taskAfter' | 'gpu' | 'vpc'
>;

/** Returns the speed, number, and size of the renderers, which videos are planned and estimated with. */
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
      // A local task is just a process, which starts immediately.
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
