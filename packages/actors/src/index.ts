export { type BakedActor, bakeActors, markUnbaked, unmarkUnbaked } from './bake.ts';
