import { InputError, LIMITS, maxLambdaFrames, renderWork, type VideoFormat } from '@talking-avatar/contract';

export type { VideoFormat };

/** Frames that one invocation renders, from `first` up to but not including `end`. */
export interface Segment {
  index: number;
  first: number;
  end: number;
}

export interface RenderPool {
  /** How many segments are rendered at the same time. */
  concurrency: number;
  /** How many 1280 × 720 frames one renderer renders per second. */
  framesPerSecond: number;
  /** How long a renderer takes to start and render its first frame, in seconds. Defaults to 3. */
  starting?: number;
  /** Minimum length of a segment, in seconds of video. Defaults to 2. Longer segments cost less, but take longer. */
  shortest?: number;
}

/** Where to render a video: on functions, which start immediately, or on tasks, which cost half as much but take a minute to start. */
export interface RenderPools {
  functions: RenderPool;
  tasks: RenderPool;
  /** Rendering time on functions, in s, above which tasks are used instead. */
  taskAfter: number;
}

/** Where a video is rendered, and in which segments. */
export interface VideoPlan {
  by: 'functions' | 'tasks';
  segments: Segment[];
}

/** Default minimum length of a segment, in seconds of video. Shorter segments would spend more time starting than rendering. */
const MIN_SEGMENT_SECONDS = 2;
/** Maximum time to render a segment on a function, in s. It bounds the cost of a retry and is well below the time limit. */
const MAX_WORK = 150;
/** Maximum time to render a segment on a task, in s. It bounds the cost of a retry and is ten times as long as a task takes to start. */
export const MAX_TASK_SECONDS = 600;
/** Minimum number of segments for a video on tasks, so that several tasks run in parallel and a retry repeats only part of the work. */
const MIN_TASK_SEGMENTS = 3;

/** Returns how long a renderer takes for one frame of the given size, in seconds. */
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
 * Decides where to render a video: on functions if it is short, because they start within seconds, or else on tasks, which don't have a
 * 15-minute limit. A function (six vCPUs, 10 GB, arm64) costs $0.48 an hour. A task (four vCPUs, 8 GB, public IP address) costs $0.16 an
 * hour but takes about 1.3 times as long, so the same work costs $0.21 (us-east-1 list prices).
 * @throws InputError if the file of a ProRes video would be too large
 */
export function planVideo(frames: number, size: VideoFormat, pools: RenderPools): VideoPlan {
  rejectLargeFile(frames, size);
  const { by, segments } = chooseRenderers(frames, size.fps, renderWork({ ...size, fps: 1 }, 1), pools);
  return { by, segments: splitEvenly(frames, segments) };
}

/** Chooses the renderers and the number of segments for a video. @param work work for one frame, in 1280 × 720 frames */
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

/** ProRes 4444 bytes per pixel. Frames that the actor fills take 0.40. */
const PRORES_BYTES = 0.45;

/** Rejects ProRes videos that are too large to join. Other formats take 0.002-0.006 bytes per pixel, 0.9 GB for the longest 4K MP4. */
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
  /** Time from the start of the first renderer to the end of the last one, in seconds. */
  elapsed: number;
  /** Total time of all renderers, in seconds. */
  work: number;
}

/** How long a function takes to start and render its first frame, in seconds. */
const START_SECONDS = 3;
/** The same for a task, which has to pull its image first. */
export const TASK_START_SECONDS = 60;

/** Estimates how long it takes to render segments. @param segments from `planSegments`, for the same video and pool */
export const estimateRenderTime = (segments: readonly Segment[], size: VideoFormat, pool: RenderPool): Estimate =>
  renderTime(segments, secondsPerFrame(size, pool), pool);

function renderTime(segments: readonly Segment[], perFrame: number, { starting = START_SECONDS, concurrency }: RenderPool): Estimate {
  const seconds = segments.map(({ first, end }) => starting + (end - first) * perFrame);
  const rounds = Math.ceil(segments.length / concurrency);
  return { elapsed: rounds * Math.max(0, ...seconds), work: seconds.reduce((sum, value) => sum + value, 0) };
}

/** A video whose frames are not known yet. */
export interface ExpectedVideo {
  seconds: number;
  fps: number;
  /** See `renderWorkPerSecond`. */
  workPerSecond: number;
}

/** The plan for a video, and its estimate. */
export interface PlannedRendering extends Estimate {
  by: VideoPlan['by'];
  /** Number of segments. */
  segments: number;
  /** How much of `work` renderers spend starting, in seconds. */
  starting: number;
}

/** Plans a video and estimates its rendering time before its frames are known. */
export function estimateRendering({ seconds, fps, workPerSecond }: ExpectedVideo, pools: RenderPools): PlannedRendering {
  const frames = Math.max(1, Math.round(seconds * fps));
  const work = workPerSecond / fps;
  const { by, segments } = chooseRenderers(frames, fps, work, pools);
  const starting = segments * (pools[by].starting ?? START_SECONDS);
  return { by, segments, starting, ...renderTime(splitEvenly(frames, segments), work / pools[by].framesPerSecond, pools[by]) };
}
