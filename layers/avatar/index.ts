export { readBakedActor } from './baked.ts';
export { createTakeName, FbxInputError, writeFbx } from './fbx/index.ts';
export { type ActorModel, type Part, readActor, type Texture, weighCorrective } from './model/index.ts';
