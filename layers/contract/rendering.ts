import { type JobSpecification, VIDEO_FPS } from './job.ts';

/** A film's size, pixels, and its frames per second. */
export interface FilmSize {
  width: number;
  height: number;
  fps: number;
}

const NOMINAL_PIXELS = 1280 * 720;

/** What every frame costs whatever its size, as a share of one of 1280 by 720. */
export const FIXED_SHARE = 0.25;

/**
 * What a film is to draw: in frames of 1280 by 720, so that a renderer's speed makes seconds of it. The plan of a film reckons
 * with it, and so does what a job is expected to cost.
 *
 * @param seconds of film
 */
export const filmWork = ({ width, height, fps }: FilmSize, seconds: number): number =>
  seconds * fps * (FIXED_SHARE + (1 - FIXED_SHARE) * ((width * height) / NOMINAL_PIXELS));

/**
 * The most work that functions draw; tasks draw a film that has more.
 *
 * @param framesPerSecond frames of 1280 by 720 that one function draws in a second
 * @param taskAfter seconds of the functions' work from which tasks draw
 * @returns frames of 1280 by 720
 */
export const mostByFunctions = ({ framesPerSecond, taskAfter }: { framesPerSecond: number; taskAfter: number }) =>
  framesPerSecond * taskAfter;

/** Frames of a second of a job's film; 0 where nothing is drawn. */
export const framesOf = ({ type, ...film }: JobSpecification['output']): number =>
  type === 'video' && 'width' in film ? (film.fps ?? VIDEO_FPS) : 0;

/** What a second of a job's film is to draw, see `filmWork`; 0 where nothing is drawn. */
export const drawingOf = ({ type, ...film }: JobSpecification['output']): number =>
  type === 'video' && 'width' in film ? filmWork({ ...film, fps: film.fps ?? VIDEO_FPS }, 1) : 0;
