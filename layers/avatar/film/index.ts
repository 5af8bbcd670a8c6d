export { setUpEasel } from './canvas.ts';
export * from './plan.ts';
export { encodePoster, findPosterFrame } from './poster.ts';
export { renderSegment, type SegmentRequest } from './segment.ts';
export { type StitchRequest, stitchFilm } from './stitch.ts';
