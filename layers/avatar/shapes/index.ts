export { type Field, fieldOf } from './field.ts';
export type { Eyeball } from './lids.ts';
export { buildShapes, type Shapes } from './shapes.ts';
export { tongueOut } from './tongue.ts';
