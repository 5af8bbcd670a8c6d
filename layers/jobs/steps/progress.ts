import type { OutputType } from '../../contract/index.ts';

/** Milestones of a job that are reported as progress. */
export type Milestone = 'spoken' | 'solved' | 'made';

/** How far a job is at each of them, 0..1. Chosen, not measured: drawing a film takes most of its time. Settling makes it 1. */
const PROGRESS: Readonly<Record<'film' | 'file', Readonly<Record<Milestone, number>>>> = {
  file: { spoken: 0.6, solved: 0.8, made: 0.95 },
  film: { spoken: 0.1, solved: 0.15, made: 0.95 },
};

export function progressAt(milestone: Milestone, output: OutputType): number {
  return PROGRESS[output === 'video' ? 'film' : 'file'][milestone];
}

/** How much of what is left after drawing the joining takes. Chosen: the rest is for storing and settling, which take a moment. */
const STITCHING_SHARE = 0.9;

/** How far a film is whose segments are drawn, and this share of the joining done, 0..1: short of the end, which settling tells. */
export function stitchProgress(share: number): number {
  const { made } = PROGRESS.film;
  return made + (1 - made) * STITCHING_SHARE * Math.max(0, Math.min(1, share));
}

/** How far a film is of which this share is drawn, 0..1. */
export function renderProgress(share: number): number {
  const { solved, made } = PROGRESS.film;
  return solved + (made - solved) * Math.max(0, Math.min(1, share));
}
