export { Bvh, type Soup } from './bvh.ts';
export { smoothNormals } from './normals.ts';
export { at, bell, clamp, ease, fitSphere, interpolate, type Vector } from './vectors.ts';
