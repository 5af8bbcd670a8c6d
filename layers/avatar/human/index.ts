export type { Assets, Attachment, BaseMesh, Mesh, Skinning, Target } from './assets.ts';
export { addTarget, type Build, shapeBody, type Targets } from './body.ts';
export { boneEnd, fitProxy } from './fit.ts';
export { lowerArms } from './pose.ts';
export type { Colour, Garment, Hair, Recipe } from './recipe.ts';
export { type Binding, bindToJoint, bindToJoints, placeJoints } from './skeleton.ts';
