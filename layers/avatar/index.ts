export { readBakedActor } from './baked.ts';
export { createTakeName, FbxInputError, writeFbx } from './fbx/index.ts';
export { type ActorModel, type Part, readActor, type Texture } from './model/index.ts';
