export { ACTORS_PACKAGE, readBakedActor } from './baked.ts';
export * from './fbx/index.ts';
export * from './model/index.ts';
