export { ACTORS_PACKAGE, readBakedActor } from './baked.ts';
export * from './model/index.ts';
