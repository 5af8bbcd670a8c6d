import { at, Bvh, smoothNormals, type Vector } from './mesh/index.ts';

/** Distances tested to see whether skin penetrates a garment, in meters. */
const DEPTH_STEPS = [0, 0.001, 0.002, 0.003, 0.0045, 0.006, 0.008, 0.011, 0.014] as const;
/** How far below the garment skin is pushed, in meters. Any closer, and it would poke through when the body turns. */
const CLEARANCE = 0.003;
/** Number of passes. Several are needed because pushing one vertex moves its neighbors closer to the garment. */
const PASSES = 4;

/**
 * Pushes skin under clothes where it pokes through, or nearly does. Tests edges and triangles as well as vertices.
 * @param positions skin vertices, modified in place
 * @param below maximum height of tested vertices, in meters
 * @param clothes corner coordinates of the garment triangles, 9 values per triangle
 */
export function resolveClothPenetration(positions: Float32Array, triangles: Uint32Array, below: number, clothes: Float32Array): void {
  if (clothes.length === 0) return;
  const bvh = buildBvh(clothes);
  const samples = listSamplePoints(triangles).filter((sample) => sample.every((v) => positions[3 * v + 1]! < below));
  for (let pass = 0; pass < PASSES; pass++) {
    const normals = smoothNormals(positions, triangles);
    const pushes = new Map<number, number>();
    for (const sample of samples) {
      const [x, y, z] = meanOf(positions, sample);
      const [nx, ny, nz] = normalize(meanOf(normals, sample));
      const [ox, oy, oz] = [x + CLEARANCE * nx, y + CLEARANCE * ny, z + CLEARANCE * nz];
      const isClear = (depth: number): boolean => bvh.transmittance(ox, oy, oz, -nx, -ny, -nz, CLEARANCE + depth) > 0;
      if (isClear(DEPTH_STEPS.at(-1)!)) continue;
      const push = CLEARANCE + DEPTH_STEPS.find((step) => !isClear(step))!;
      for (const v of sample) pushes.set(v, Math.max(pushes.get(v) ?? 0, push));
    }
    if (pushes.size === 0) return;
    for (const [v, push] of pushes) for (let k = 3 * v; k < 3 * v + 3; k++) positions[k]! -= push * normals[k]!;
  }
}

/** Viewing directions: camera azimuths and elevations, widened to allow for body movement, in radians. */
const AZIMUTHS = [-1.15, -0.58, 0, 0.58, 1.15] as const;
const ELEVATIONS = [-0.2, 0.27, 0.75] as const;
const VIEW_DIRECTIONS: readonly Vector[] = AZIMUTHS.flatMap((around) =>
  ELEVATIONS.map((up) => [Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up)] as const),
);
/** Minimum cosine between the viewing direction and the normal of visible skin. */
const MIN_COSINE = -0.25;
/** Maximum distance between clothes and the skin they hide, in meters. */
const MAX_DISTANCE = 0.25;

/**
 * Finds skin hidden by clothes from every camera. Takes the same parameters as {@link resolveClothPenetration}.
 * @returns 1 for each vertex that is hidden, along with all the triangles around it
 */
export function findCoveredVertices(positions: Float32Array, triangles: Uint32Array, below: number, clothes: Float32Array): Uint8Array {
  const hidden = new Uint8Array(positions.length / 3);
  if (clothes.length === 0) return hidden;
  const bvh = buildBvh(clothes);
  const normals = smoothNormals(positions, triangles);
  const isHidden = (sample: readonly number[]): boolean => {
    const [x, y, z] = meanOf(positions, sample);
    const [nx, ny, nz] = normalize(meanOf(normals, sample));
    if (bvh.transmittance(x, y, z, nx, ny, nz, MAX_DISTANCE) > 0) return false;
    return VIEW_DIRECTIONS.every(
      ([lx, ly, lz]) => lx * nx + ly * ny + lz * nz < MIN_COSINE || bvh.transmittance(x, y, z, lx, ly, lz, MAX_DISTANCE) === 0,
    );
  };
  const covered = new Uint8Array(hidden.length);
  for (const v of new Set(triangles)) if (positions[3 * v + 1]! < below && isHidden([v])) covered[v] = 1;
  hidden.set(covered);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (corners.every((v) => covered[v]) && isHidden(corners)) continue;
    for (const v of corners) hidden[v] = 0;
  }
  return hidden;
}

const buildBvh = (corners: Float32Array): Bvh => new Bvh({ corners, opacities: new Float32Array(corners.length / 9).fill(1) });

/** Lists vertices, edge midpoints, and triangle centers, each as the list of vertices to average. */
function listSamplePoints(triangles: Uint32Array): number[][] {
  const edges = new Map<number, number[]>();
  const middles: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    middles.push(corners);
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 3]!;
      edges.set(Math.min(a, b) * 1e6 + Math.max(a, b), [a, b]);
    });
  }
  return [...[...new Set(triangles)].map((v) => [v]), ...edges.values(), ...middles];
}

function meanOf(values: Float32Array, sample: readonly number[]): Vector {
  let [x, y, z] = [0, 0, 0];
  for (const v of sample) {
    const [vx, vy, vz] = at(values, v);
    x += vx / sample.length;
    y += vy / sample.length;
    z += vz / sample.length;
  }
  return [x, y, z];
}

function normalize([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
