import type { Clip } from '../src/index.ts';

/** Frame rate of the videos. A step is how much something moves from one frame to the next. */
const VIDEO_FPS = 30;
/** A step counts as large if it exceeds this share of the range. */
const LARGE_STEP = 0.4;

/**
 * Measures how far the mouth opening (jawOpen - mouthClose) moves from one video frame to the next, for each possible phase of the frames.
 *
 * @returns the largest step as a share of the range of the clip, and the mean number of large steps per video
 */
export function measureSteps(clip: Clip): { largest: number; large: number } {
  const [jaw, close] = [clip.channels.get('jawOpen')!, clip.channels.get('mouthClose')!];
  const opening = jaw.map((value, frame) => value - close[frame]!);
  const range = Math.max(...opening) - Math.min(...opening);
  const apart = Math.round(clip.fps / VIDEO_FPS);
  let [largest, large] = [0, 0];
  for (let frame = apart; frame < opening.length; frame++) {
    const step = Math.abs(opening[frame]! - opening[frame - apart]!) / Math.max(1e-6, range);
    largest = Math.max(largest, step);
    if (step > LARGE_STEP) large++;
  }
  return { largest, large: large / apart };
}
