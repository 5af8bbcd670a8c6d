export { Bvh, type TriangleSoup } from './bvh.ts';
export { smoothNormals } from './normals.ts';
export { at, bell, clamp, fitSphere, interpolate, smoothStep, type Vector } from './vectors.ts';
