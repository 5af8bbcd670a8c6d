export { decodeBackdrop } from './backdrop.ts';
export { createFramePool } from './canvas.ts';
export {
  estimateRenderTime,
  MAX_TASK_SECONDS,
  planSegments,
  planVideo,
  type RenderPool,
  type RenderPools,
  type Segment,
  secondsPerFrame,
  TASK_START_SECONDS,
  type VideoPlan,
} from './plan.ts';
export { encodePoster } from './poster.ts';
export { findPosterFrame } from './poster-frame.ts';
export { renderSegment, type SegmentRequest } from './segment.ts';
export { type StitchRequest, stitchVideo } from './stitch.ts';
