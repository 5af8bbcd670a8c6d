export { type BakedActor, bakeActors, removeOutdated } from './bake.ts';
