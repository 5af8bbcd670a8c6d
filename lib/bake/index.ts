export { type BakedActor, bakeActors } from './bake.ts';
