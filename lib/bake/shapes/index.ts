export { EYES, findEyeballs, isEyeball } from './eyeballs.ts';
export { type Face, studyFace } from './face.ts';
export { type Field, fieldOf } from './field.ts';
export { type Eyeball, Lids } from './lids.ts';
export { lipPlace } from './lips.ts';
export { type Gap, measureGap } from './seal.ts';
export { buildShapes, type Shapes } from './shapes.ts';
export { type Edge, type Mouth, middleOf, tongueShapes } from './tongue.ts';
