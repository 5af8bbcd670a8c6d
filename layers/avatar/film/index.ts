export { setUpEasel } from './canvas.ts';
export {
  estimateFilm,
  type FilmPlan,
  MAX_TASK_WORK,
  planFilm,
  planSegments,
  type RenderPool,
  type RenderPools,
  type Segment,
  secondsPerFrame,
  TASK_START_SECONDS,
} from './plan.ts';
export { encodePoster } from './poster.ts';
export { findPosterFrame } from './poster-frame.ts';
export { renderSegment, type SegmentRequest } from './segment.ts';
export { type StitchRequest, stitchFilm } from './stitch.ts';
