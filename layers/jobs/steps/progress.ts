import type { OutputType } from '@talking-avatar/contract';

/** Points at which a job reports progress: when the speech, the animation, or the files have been stored. */
type Milestone = 'spoken' | 'solved' | 'made';

/** Progress at each milestone, 0..1. Estimates: rendering takes most of the time for a video. Finalizing sets it to 1. */
const PROGRESS: Readonly<Record<'video' | 'file', Readonly<Record<Milestone, number>>>> = {
  file: { spoken: 0.6, solved: 0.8, made: 0.95 },
  video: { spoken: 0.1, solved: 0.15, made: 0.95 },
};

/** Returns a job's progress at a milestone, 0..1. */
export function progressAt(milestone: Milestone, output: OutputType): number {
  return PROGRESS[output === 'video' ? 'video' : 'file'][milestone];
}

/** Share of the progress after rendering that stitching accounts for. This is a guess, not a measurement. */
const STITCHING_SHARE = 0.9;

/** Returns the progress of a video that is being stitched, 0..1. @param share how much of the stitching is complete, 0..1 */
export function stitchProgress(share: number): number {
  const { made } = PROGRESS.video;
  return made + (1 - made) * STITCHING_SHARE * Math.max(0, Math.min(1, share));
}

/** Returns the progress of a video that is being rendered, 0..1. @param share how much of the video has been rendered, 0..1 */
export function renderProgress(share: number): number {
  const { solved, made } = PROGRESS.video;
  return solved + (made - solved) * Math.max(0, Math.min(1, share));
}
