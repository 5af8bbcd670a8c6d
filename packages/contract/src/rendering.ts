import type { JobSpecification } from './job.ts';
import { VIDEO_FPS } from './output.ts';
import { type VideoFormatName, videoFileOf } from './video-files.ts';

/** Size of a video in pixels, its frames per second, and its file; MP4 by default. */
export interface VideoFormat {
  width: number;
  height: number;
  fps: number;
  format?: VideoFormatName;
}

const NOMINAL_PIXELS = 1280 * 720;

/** Share of a 1280 × 720 frame's work that every frame needs, whatever its size. */
export const FIXED_FRAME_SHARE = 0.25;

/**
 * Work for a frame's pixels, relative to MP4. CPU time per frame of 1280 × 720: 48 ms for rendering and H.264 (9 of them), 19 ms for
 * VP9 with alpha, 97 ms for ProRes 4444, 5 ms to separate colors from alpha.
 */
const PIXEL_WORK: Readonly<Record<VideoFormatName, number>> = { mp4: 1, webm: 1.4, mov: 3.6 };

/**
 * Returns the work to render some seconds of a video, in frames of 1280 × 720. Divide it by a renderer's frames per second for the time, s.
 */
export const renderWork = ({ width, height, fps, format = 'mp4' }: VideoFormat, seconds: number): number =>
  seconds * fps * (FIXED_FRAME_SHARE + (1 - FIXED_FRAME_SHARE) * PIXEL_WORK[format] * ((width * height) / NOMINAL_PIXELS));

/**
 * Returns the most work that Lambda functions render, in frames of 1280 × 720; Fargate tasks render more.
 * @param framesPerSecond frames of 1280 × 720 that one function renders per second
 * @param taskAfter seconds of one function's work above which tasks render
 */
export const maxLambdaFrames = ({ framesPerSecond, taskAfter }: { framesPerSecond: number; taskAfter: number }) =>
  framesPerSecond * taskAfter;

/** Returns the frames per second of a job's video; 0 for other outputs. */
export const videoFps = ({ type, ...video }: JobSpecification['output']): number =>
  type === 'video' && 'width' in video ? (video.fps ?? VIDEO_FPS) : 0;

/** Returns the work to render one second of a job's video, see `renderWork`; 0 for other outputs. */
export const renderWorkPerSecond = ({ type, ...video }: JobSpecification['output']): number =>
  type === 'video' && 'width' in video ? renderWork({ ...video, fps: video.fps ?? VIDEO_FPS, format: videoFileOf(video).format }, 1) : 0;
