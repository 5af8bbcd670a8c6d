export { Bvh } from './bvh.ts';
export { areaWeightedNormals, differentiateNormals, smoothNormals } from './normals.ts';
export {
  add,
  at,
  bell,
  clamp,
  cross,
  dot,
  fitSphere,
  interpolate,
  normalize,
  scale,
  smoothStep,
  subtract,
  type Vector,
} from './vectors.ts';
