export { checkClip, HeadInputError } from './check.ts';
export { gazeInShapes } from './gaze.ts';
export { type HeadOptions, prepareHead } from './head.ts';
export { ANGLE_TOLERANCE, CLOSURE_SHAPES, CLOSURE_TOLERANCE, reduceKeys, SHAPE_TOLERANCE } from './keys.ts';
export { type EulerCurves, eulerCurves, type ShapeRotation } from './rotations.ts';
export { createTakeName } from './take.ts';
