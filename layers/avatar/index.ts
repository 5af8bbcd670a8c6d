export * from './fbx/index.ts';
export * from './model/index.ts';
export { ACTORS_PACKAGE, readBakedActor } from './baked.ts';
