import type { JobSpecification } from './job.ts';
import { VIDEO_FPS } from './output.ts';
import { type VideoFormatName, videoFileOf } from './video-files.ts';

/** A video's size in pixels, its frames per second, and its file format (MP4 by default). */
export interface VideoFormat {
  width: number;
  height: number;
  fps: number;
  format?: VideoFormatName;
}

const NOMINAL_PIXELS = 1280 * 720;

/** Fixed work per frame, regardless of its size, as a share of the work for a 1280 × 720 frame. */
export const FIXED_FRAME_SHARE = 0.25;

/**
 * Work for a frame's pixels, relative to MP4. A 1280 × 720 frame takes this much CPU time: 48 ms to render and encode as H.264 (encoding
 * alone takes 9 ms), 19 ms to encode as VP9 with alpha, 97 ms to encode as ProRes 4444, and 5 ms to separate color from alpha.
 */
const PIXEL_WORK: Readonly<Record<VideoFormatName, number>> = { mp4: 1, webm: 1.4, mov: 3.6 };

/**
 * Returns the work of rendering `seconds` of a video, in 1280 × 720 frames. Divide it by a renderer's frames per second to get the time in
 * seconds.
 */
export const renderWork = ({ width, height, fps, format = 'mp4' }: VideoFormat, seconds: number): number =>
  seconds * fps * (FIXED_FRAME_SHARE + (1 - FIXED_FRAME_SHARE) * PIXEL_WORK[format] * ((width * height) / NOMINAL_PIXELS));

/**
 * Returns the maximum amount of work that Lambda functions render, in 1280 × 720 frames. Fargate tasks render anything larger.
 * @param framesPerSecond number of 1280 × 720 frames that one function renders per second
 * @param taskAfter seconds of work for one function, above which tasks render the video instead
 */
export const maxLambdaFrames = ({ framesPerSecond, taskAfter }: { framesPerSecond: number; taskAfter: number }) =>
  framesPerSecond * taskAfter;

/** Returns the frames per second of a job's video, or 0 for other outputs. */
export const videoFps = ({ type, ...video }: JobSpecification['output']): number =>
  type === 'video' && 'width' in video ? (video.fps ?? VIDEO_FPS) : 0;

/** Returns the work of rendering one second of a job's video (see `renderWork`), or 0 for other outputs. */
export const renderWorkPerSecond = ({ type, ...video }: JobSpecification['output']): number =>
  type === 'video' && 'width' in video ? renderWork({ ...video, fps: video.fps ?? VIDEO_FPS, format: videoFileOf(video).format }, 1) : 0;
