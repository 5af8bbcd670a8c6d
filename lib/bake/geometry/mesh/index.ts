export { Bvh, type TriangleSoup } from './bvh.ts';
export { smoothNormals } from './normals.ts';
export { add, at, bell, clamp, dot, fitSphere, interpolate, smoothStep, subtract, type Vector } from './vectors.ts';
