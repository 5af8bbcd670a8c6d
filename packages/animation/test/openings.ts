import type { Clip } from '../src/index.ts';

/** Frame rate of videos. A step is the movement between two frames. */
const VIDEO_FPS = 30;
/** Share of the range that counts as a large step. */
const LARGE_STEP = 0.4;

/**
 * Measures the steps of the mouth opening (jawOpen - mouthClose) between video frames, at every phase of the frames.
 *
 * @returns the largest step as a share of the clip's range, and the mean number of large steps per video
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
