export { Bvh, type TriangleSoup } from './bvh.ts';
export { smoothNormals, sumAreas, turnAreas } from './normals.ts';
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
