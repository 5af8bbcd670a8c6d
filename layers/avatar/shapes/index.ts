export { unitShapes } from './units.ts';
