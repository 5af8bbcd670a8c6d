import { InputError, LIMITS, maxLambdaFrames, renderWork, type VideoFormat } from '@talking-avatar/contract';

export type { VideoFormat };

/** Frames that one invocation renders: from `first` up to, but not including, `end`. */
export interface Segment {
  index: number;
  first: number;
  end: number;
}

export interface RenderPool {
  /** Number of segments rendered at the same time. */
  concurrency: number;
  /** Frames of 1280 by 720 that one renderer renders per second. */
  framesPerSecond: number;
  /** Seconds until a renderer has started and rendered its first frame; 3 by default. */
  starting?: number;
}

/** Places to render a video: functions, which start immediately, or tasks, which cost half as much and take a minute to start. */
export interface RenderPools {
  functions: RenderPool;
  tasks: RenderPool;
  /** Rendering time on functions above which tasks are used, in s. */
  taskAfter: number;
}

/** The place where a video is rendered, and its segments. */
export interface VideoPlan {
  by: 'functions' | 'tasks';
  segments: Segment[];
}

/** Minimum length of a segment, seconds of video. Shorter ones spend more time starting than rendering. */
const MIN_SECONDS = 2;
/** Maximum rendering time of a segment on functions, in s. It bounds the cost of a retry and is far below the time limit. */
const MAX_WORK = 150;
/** Maximum rendering time of a segment on a task, in s. At ten times a task's start time, it bounds the cost of a retry. */
export const MAX_TASK_SECONDS = 600;
/** Minimum number of segments of a video on tasks, so that several tasks render in parallel and a retry repeats only a part. */
const MIN_TASK_SEGMENTS = 3;

/** Seconds that a renderer needs for one frame of a size. */
export function secondsPerFrame(size: Omit<VideoFormat, 'fps'>, pool: RenderPool): number {
  return renderWork({ ...size, fps: 1 }, 1) / pool.framesPerSecond;
}

/** Splits a video into nearly equal segments: one per renderer if the video is long enough, more if a segment would take too long. */
export function planSegments(frames: number, size: VideoFormat, pool: RenderPool): Segment[] {
  const shortest = Math.ceil(MIN_SECONDS * size.fps);
  const longest = Math.max(1, Math.floor(MAX_WORK / secondsPerFrame(size, pool)));
  const rounds = Math.ceil(frames / (longest * pool.concurrency));
  const wanted = Math.min(rounds * pool.concurrency, Math.max(1, Math.floor(frames / shortest)));
  const count = Math.min(frames, Math.max(wanted, Math.ceil(frames / longest)));
  return splitEvenly(frames, count);
}

function splitEvenly(frames: number, count: number): Segment[] {
  const cut = (index: number): number => Math.floor((index * frames) / count);
  return Array.from({ length: count }, (_, index) => ({ index, first: cut(index), end: cut(index + 1) }));
}

/**
 * Decides where a video is rendered: short work on functions, which start within seconds; longer work on tasks, which do not have a limit
 * of fifteen minutes. An hour of a function (six processors, 10 GB, arm64) costs $0.48; an hour of a task (four processors, 8 GB, public
 * address) $0.16, or $0.21 for about 1.3 times the hours (list prices of us-east-1).
 * @throws InputError for a ProRes video whose file would be too large
 */
export function planVideo(frames: number, size: VideoFormat, { functions, tasks, taskAfter }: RenderPools): VideoPlan {
  rejectLargeFile(frames, size);
  const { framesPerSecond } = functions;
  if (renderWork(size, frames / size.fps) <= maxLambdaFrames({ framesPerSecond, taskAfter }))
    return { by: 'functions', segments: planSegments(frames, size, functions) };
  const maxWork = Math.min(MAX_TASK_SECONDS, taskAfter / MIN_TASK_SEGMENTS);
  const longest = Math.max(1, Math.floor(maxWork / secondsPerFrame(size, tasks)));
  const minimum = Math.ceil(frames / longest);
  // A partial last round takes as long as a full one.
  const count = minimum > tasks.concurrency ? Math.ceil(minimum / tasks.concurrency) * tasks.concurrency : minimum;
  return { by: 'tasks', segments: splitEvenly(frames, Math.min(frames, count)) };
}

/** ProRes 4444 bytes per pixel of a frame: 0.40 where the actor fills the picture. */
const PRORES_BYTES = 0.45;

/** Rejects a ProRes video too large to be joined; others need 0.002-0.006 bytes per pixel, 0.9 GB for the longest MP4 in 4K at 60 fps. */
function rejectLargeFile(frames: number, { width, height, fps, format }: VideoFormat): void {
  if (format !== 'mov') return;
  const most = Math.floor(LIMITS.videoBytes / (PRORES_BYTES * width * height * fps));
  if (frames / fps <= most) return;
  const size = `${width} × ${height} at ${fps} frames a second`;
  throw new InputError(
    'Video too long',
    `a "mov" of ${size} may be up to ${most} s long, got ${Math.ceil(frames / fps)} s; shorten or split the text, make the video smaller, or choose "webm"`,
    'output.format',
  );
}

export interface Estimate {
  /** Seconds from the start of the first renderer to the end of the last one. */
  elapsed: number;
  /** Seconds of all renderers together. */
  work: number;
}

/** Seconds until a function has started and rendered its first frame. */
const START_SECONDS = 3;
/** The same for a task, which pulls its image first. */
export const TASK_START_SECONDS = 60;

/** Estimates the time to render segments. @param segments from `planSegments` for the same video and pool */
export function estimateRenderTime(segments: readonly Segment[], size: VideoFormat, pool: RenderPool): Estimate {
  const { starting = START_SECONDS } = pool;
  const seconds = segments.map(({ first, end }) => starting + (end - first) * secondsPerFrame(size, pool));
  const rounds = Math.ceil(segments.length / pool.concurrency);
  return { elapsed: rounds * Math.max(0, ...seconds), work: seconds.reduce((sum, value) => sum + value, 0) };
}
