export { createTakeName, HeadInputError } from './animated-head/index.ts';
export { readBakedActor } from './baked.ts';
export { writeFbx } from './fbx/index.ts';
export { writeGlb, writeVrmAnimation } from './glb/index.ts';
export { type ActorModel, readActor } from './model/index.ts';
