export { bakeActor, type Paints } from './bake.ts';
