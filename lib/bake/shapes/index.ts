export { EYES, findEyeballs, isEyeball } from './eyeballs.ts';
export { analyzeFace, type Face } from './face.ts';
export { createField, type Field } from './field.ts';
export { type Eyeball, Lids } from './lids.ts';
export { lipCoordinates } from './lips.ts';
export { type Gap, measureGap } from './seal.ts';
export { buildShapes, type Shapes } from './shapes.ts';
export { type Edge, type Mouth, middleOf, tongueShapes } from './tongue.ts';
