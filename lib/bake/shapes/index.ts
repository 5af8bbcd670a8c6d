export type { CorrectiveField } from './correctives.ts';
export { EYES, findEyeballs, isEyeball, roundEyeballs } from './eyeballs.ts';
export { analyzeFace, type Face } from './face.ts';
export { createField, type Field } from './field.ts';
export { type Eyeball, Lids } from './lids.ts';
export { lipCoordinates } from './lips.ts';
export { type LipGap, measureLipGap } from './seal.ts';
export { buildShapes, headScale, type Shapes } from './shapes.ts';
export { type MedianPoint, type MouthLandmarks, TONGUE_CORRECTIVES, tongueShapes } from './tongue.ts';
