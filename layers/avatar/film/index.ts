export { setUpEasel } from './canvas.ts';
export * from './plan.ts';
export { encodePoster } from './poster.ts';
export { findPosterFrame } from './poster-frame.ts';
export { renderSegment, type SegmentRequest } from './segment.ts';
export { type StitchRequest, stitchFilm } from './stitch.ts';
