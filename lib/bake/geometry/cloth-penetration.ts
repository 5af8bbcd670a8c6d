import { at, Bvh, smoothNormals, type Vector } from './mesh/index.ts';

/** How far skin stands out of a garment: found in steps, metres. */
const STEPS = [0, 0.001, 0.002, 0.003, 0.0045, 0.006, 0.008, 0.011, 0.014] as const;
/** How far under the garment it goes, metres: what is nearer comes out when the body turns. */
const UNDER = 0.003;
/** Pushing a vertex brings others nearer to the garment: so often is looked again. */
const ROUNDS = 4;

/**
 * Pushes skin that pokes through clothes, or nearly does, under them: also where it does between its vertices.
 *
 * @param positions The skin's vertices, changed in place.
 * @param triangles The skin's.
 * @param below Vertices higher than this are not looked at, metres.
 * @param clothes Corners of the garments' triangles, 9 each.
 */
export function resolveClothPenetration(
  positions: Float32Array,
  triangles: Uint32Array,
  below: number,
  clothes: Float32Array,
): void {
  if (clothes.length === 0) return;
  const bvh = stack(clothes);
  const sites = listSamplePoints(triangles).filter((site) => site.every((v) => positions[3 * v + 1]! < below));
  for (let round = 0; round < ROUNDS; round++) {
    const normals = smoothNormals(positions, triangles);
    const pushes = new Map<number, number>();
    for (const site of sites) {
      const [x, y, z] = meanOf(positions, site);
      const [nx, ny, nz] = normalize(meanOf(normals, site));
      const [ox, oy, oz] = [x + UNDER * nx, y + UNDER * ny, z + UNDER * nz];
      const clear = (depth: number): boolean => bvh.light(ox, oy, oz, -nx, -ny, -nz, UNDER + depth) > 0;
      if (clear(STEPS.at(-1)!)) continue;
      const push = UNDER + STEPS.find((step) => !clear(step))!;
      for (const v of site) pushes.set(v, Math.max(pushes.get(v) ?? 0, push));
    }
    if (pushes.size === 0) return;
    for (const [v, push] of pushes) for (let k = 3 * v; k < 3 * v + 3; k++) positions[k]! -= push * normals[k]!;
  }
}

/** Where skin is looked at from: the sides and heights of the cameras, with what the body turns and leans, radians. */
const AROUND = [-1.15, -0.58, 0, 0.58, 1.15] as const;
const UP = [-0.2, 0.27, 0.75] as const;
const LOOKS: readonly Vector[] = AROUND.flatMap((around) =>
  UP.map((up) => [Math.sin(around) * Math.cos(up), Math.sin(up), Math.cos(around) * Math.cos(up)] as const),
);
/** Skin that turns away from a look by more than this cosine is not seen from there. */
const AWAY = -0.25;
/** Clothes farther away do not hide skin for certain, metres. */
const NEAR = 0.25;

/**
 * Finds skin that clothes hide from every camera.
 *
 * @returns for each vertex whether it is hidden, with all that is joined to it
 */
export function findCoveredVertices(
  positions: Float32Array,
  triangles: Uint32Array,
  below: number,
  clothes: Float32Array,
): Uint8Array {
  const hidden = new Uint8Array(positions.length / 3);
  if (clothes.length === 0) return hidden;
  const bvh = stack(clothes);
  const normals = smoothNormals(positions, triangles);
  const isHidden = (site: readonly number[]): boolean => {
    const [x, y, z] = meanOf(positions, site);
    const [nx, ny, nz] = normalize(meanOf(normals, site));
    if (bvh.light(x, y, z, nx, ny, nz, NEAR) > 0) return false;
    return LOOKS.every(
      ([lx, ly, lz]) => lx * nx + ly * ny + lz * nz < AWAY || bvh.light(x, y, z, lx, ly, lz, NEAR) === 0,
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

const stack = (corners: Float32Array): Bvh =>
  new Bvh({ corners, opacities: new Float32Array(corners.length / 9).fill(1) });

/** Vertices, middles of edges and of triangles, each as the vertices that it is the mean of. */
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

function meanOf(values: Float32Array, site: readonly number[]): Vector {
  let [x, y, z] = [0, 0, 0];
  for (const v of site) {
    const [vx, vy, vz] = at(values, v);
    x += vx / site.length;
    y += vy / site.length;
    z += vz / site.length;
  }
  return [x, y, z];
}

function normalize([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
