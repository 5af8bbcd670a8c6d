import { type FilmSize, filmWork, mostByFunctions } from '../../contract/index.ts';

export type { FilmSize };

/** Frames that one invocation renders: from `first` up to, not including, `end`. */
export interface Segment {
  index: number;
  first: number;
  end: number;
}

/** Where film is rendered. */
export interface RenderPool {
  /** Segments rendered at once. */
  concurrency: number;
  /** Frames of 1280 by 720 that one renderer makes in a second. */
  framesPerSecond: number;
  /** Seconds until a renderer has started and drawn its first frame; 3 where it is not said. */
  starting?: number;
}

/** Who may draw a film: functions, which start at once, and tasks, which cost half as much and take a minute to start. */
export interface Studio {
  functions: RenderPool;
  tasks: RenderPool;
  /** Seconds of the functions' work from which tasks draw. */
  taskAfter: number;
}

/** Who draws a film, and in which segments. */
export interface FilmPlan {
  by: 'functions' | 'tasks';
  segments: Segment[];
}

/** A segment shorter than this spends more time on starting than on drawing, seconds of film. */
const SHORTEST = 2;

/** Work of one segment, seconds: a repeated one costs no more than this, and its time limit is far away. */
const MOST_WORK = 150;

/** Work of one segment that a task draws, seconds: ten times what a task takes to start, and all that a repeated one costs. */
export const MOST_TASK_WORK = 600;

/** Segments of the shortest film that tasks draw: so that they draw at once, and one that is repeated is not the film. */
const FEWEST_TASKS = 3;

/** Seconds that a renderer needs for one frame of a size. */
export function secondsPerFrame({ width, height }: Pick<FilmSize, 'width' | 'height'>, pool: RenderPool): number {
  return filmWork({ width, height, fps: 1 }, 1) / pool.framesPerSecond;
}

/**
 * Cuts a film into segments of nearly equal length: one for each renderer where the film is long enough, more where one
 * would take a renderer too long.
 */
export function planSegments(frames: number, film: FilmSize, pool: RenderPool): Segment[] {
  const shortest = Math.ceil(SHORTEST * film.fps);
  const longest = Math.max(1, Math.floor(MOST_WORK / secondsPerFrame(film, pool)));
  const rounds = Math.ceil(frames / (longest * pool.concurrency));
  const wanted = Math.min(rounds * pool.concurrency, Math.max(1, Math.floor(frames / shortest)));
  const count = Math.min(frames, Math.max(wanted, Math.ceil(frames / longest)));
  return cutEvenly(frames, count);
}

function cutEvenly(frames: number, count: number): Segment[] {
  const cut = (index: number): number => Math.floor((index * frames) / count);
  return Array.from({ length: count }, (_, index) => ({ index, first: cut(index), end: cut(index + 1) }));
}

/**
 * Decides who draws a film. Functions draw what is not much work: they start within seconds. More is left to tasks, which have no
 * limit of fifteen minutes, in segments as long as their start is worth.
 *
 * An hour of a function's work, six processors and 10 GB of Lambda on arm64, costs $0.48; of a task's, four processors, 8 GB and a
 * public address, $0.16, for about 1.3 times the hours: $0.21 (list prices of us-east-1).
 */
export function planFilm(frames: number, film: FilmSize, { functions, tasks, taskAfter }: Studio): FilmPlan {
  const { framesPerSecond } = functions;
  if (filmWork(film, frames / film.fps) <= mostByFunctions({ framesPerSecond, taskAfter }))
    return { by: 'functions', segments: planSegments(frames, film, functions) };
  const mostWork = Math.min(MOST_TASK_WORK, taskAfter / FEWEST_TASKS);
  const longest = Math.max(1, Math.floor(mostWork / secondsPerFrame(film, tasks)));
  const least = Math.ceil(frames / longest);
  // A last round that is not full would take as long as a full one.
  const whole = least > tasks.concurrency ? Math.ceil(least / tasks.concurrency) * tasks.concurrency : least;
  return { by: 'tasks', segments: cutEvenly(frames, Math.min(frames, whole)) };
}

/** What a film costs to render, by the plan. */
export interface Estimate {
  /** Seconds from the first renderer's start to the last one's end. */
  elapsed: number;
  /** Seconds of all renderers together. */
  work: number;
}

/** Seconds until a function has started and drawn its first frame. */
const STARTING = 3;

/** The same of a task, whose image is pulled first. */
export const TASK_STARTING = 60;

/** @param segments from `planSegments` for the same film and pool */
export function estimateFilm(segments: readonly Segment[], film: FilmSize, pool: RenderPool): Estimate {
  const { starting = STARTING } = pool;
  const seconds = segments.map(({ first, end }) => starting + (end - first) * secondsPerFrame(film, pool));
  const rounds = Math.ceil(segments.length / pool.concurrency);
  return { elapsed: rounds * Math.max(0, ...seconds), work: seconds.reduce((sum, value) => sum + value, 0) };
}
