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
  /** Minimum length of a segment, seconds of video; 2 by default. Longer segments cost less, but take longer. */
  shortest?: number;
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

/** Minimum length of a segment by default, seconds of video. Shorter ones spend more time starting than rendering. */
const MIN_SEGMENT_SECONDS = 2;
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
  return splitEvenly(frames, countSegments(frames, size.fps, secondsPerFrame(size, pool), pool));
}

function countSegments(frames: number, fps: number, perFrame: number, pool: RenderPool): number {
  const shortest = Math.ceil((pool.shortest ?? MIN_SEGMENT_SECONDS) * fps);
  const longest = Math.max(1, Math.floor(MAX_WORK / perFrame));
  const rounds = Math.ceil(frames / (longest * pool.concurrency));
  const wanted = Math.min(rounds * pool.concurrency, Math.max(1, Math.floor(frames / shortest)));
  return Math.min(frames, Math.max(wanted, Math.ceil(frames / longest)));
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
export function planVideo(frames: number, size: VideoFormat, pools: RenderPools): VideoPlan {
  rejectLargeFile(frames, size);
  const { by, segments } = chooseRenderers(frames, size.fps, renderWork({ ...size, fps: 1 }, 1), pools);
  return { by, segments: splitEvenly(frames, segments) };
}

/** Renderers and number of segments of a video. @param work of one frame, in frames of 1280 × 720 */
function chooseRenderers(
  frames: number,
  fps: number,
  work: number,
  { functions, tasks, taskAfter }: RenderPools,
): Pick<VideoPlan, 'by'> & { segments: number } {
  if (frames * work <= maxLambdaFrames({ framesPerSecond: functions.framesPerSecond, taskAfter }))
    return { by: 'functions', segments: countSegments(frames, fps, work / functions.framesPerSecond, functions) };
  const maxWork = Math.min(MAX_TASK_SECONDS, taskAfter / MIN_TASK_SEGMENTS);
  const longest = Math.max(1, Math.floor((maxWork * tasks.framesPerSecond) / work));
  const minimum = Math.ceil(frames / longest);
  // A partial last round takes as long as a full one.
  const count = minimum > tasks.concurrency ? Math.ceil(minimum / tasks.concurrency) * tasks.concurrency : minimum;
  return { by: 'tasks', segments: Math.min(frames, count) };
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
export const estimateRenderTime = (segments: readonly Segment[], size: VideoFormat, pool: RenderPool): Estimate =>
  renderTime(segments, secondsPerFrame(size, pool), pool);

function renderTime(segments: readonly Segment[], perFrame: number, { starting = START_SECONDS, concurrency }: RenderPool): Estimate {
  const seconds = segments.map(({ first, end }) => starting + (end - first) * perFrame);
  const rounds = Math.ceil(segments.length / concurrency);
  return { elapsed: rounds * Math.max(0, ...seconds), work: seconds.reduce((sum, value) => sum + value, 0) };
}

/** A video before its frames are known. */
export interface ExpectedVideo {
  seconds: number;
  fps: number;
  /** See `renderWorkPerSecond`. */
  workPerSecond: number;
}

/** The plan of a video, and its estimate. */
export interface PlannedRendering extends Estimate {
  by: VideoPlan['by'];
  /** Number of segments. */
  segments: number;
  /** Part of `work` that renderers need to start, s. */
  starting: number;
}

/** Plans and estimates the rendering of a video before its frames are known. */
export function estimateRendering({ seconds, fps, workPerSecond }: ExpectedVideo, pools: RenderPools): PlannedRendering {
  const frames = Math.max(1, Math.round(seconds * fps));
  const work = workPerSecond / fps;
  const { by, segments } = chooseRenderers(frames, fps, work, pools);
  const starting = segments * (pools[by].starting ?? START_SECONDS);
  return { by, segments, starting, ...renderTime(splitEvenly(frames, segments), work / pools[by].framesPerSecond, pools[by]) };
}
