export type { Color, Garment, Hair, Recipe } from '../recipes/recipe.ts';
export { addTarget, type Build, shapeBody, type Targets } from './body.ts';
export { boneEnd, fitProxy } from './fit.ts';
export { lowerArms } from './pose.ts';
export { type Binding, bindToJoint, bindToJoints, placeJoints } from './skeleton.ts';
export type { Assets, BaseMesh, BodyTarget, PolygonMesh, ProxyMesh, Skinning } from './types.ts';
