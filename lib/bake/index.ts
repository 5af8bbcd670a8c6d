export { type Baked, bakeActors } from './bake.ts';
