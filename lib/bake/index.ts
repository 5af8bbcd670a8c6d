export { type BakedActor, bakeActors, markUnbaked } from './bake.ts';
