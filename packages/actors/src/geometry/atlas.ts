import type { BaseMesh, PolygonMesh } from '../makehuman/index.ts';

/** A rectangle in a texture. Coordinates are 0..1, with the origin at the upper left. */
interface Rectangle {
  u: number;
  v: number;
  width: number;
  height: number;
}

/** A region of the MakeHuman skin texture and where it goes in the actor's texture, which covers only the head and shoulders. */
export interface AtlasRegion {
  from: Rectangle;
  to: Rectangle;
}

const region = (from: readonly number[], to: readonly number[]): AtlasRegion => {
  const rectangle = ([u, v, width, height]: readonly number[]): Rectangle => ({
    u: u!,
    v: v!,
    width: width!,
    height: height!,
  });
  return { from: rectangle(from), to: rectangle(to) };
};

/** The head takes up more than half of the actor's texture, but only a quarter of MakeHuman's, which covers the whole body. */
export const SKIN_ATLAS: readonly AtlasRegion[] = [
  region([0.636, 0.172, 0.362, 0.685], [0, 0, 0.56, 1]),
  region([0, 0, 0.776, 0.4], [0.57, 0, 0.43, 0.26]),
  region([0.745, 0.855, 0.19, 0.14], [0.57, 0.28, 0.3, 0.24]),
  region([0, 0.355, 0.165, 0.11], [0.57, 0.55, 0.25, 0.18]),
];

/** Maps the body's texture coordinates to the actor's texture. Coordinates outside their region are clamped to its edges. */
export function repackSkinUvs(base: BaseMesh): PolygonMesh {
  const known = repacked.get(base);
  if (known) return known;
  const uvs = base.uvs.slice();
  const clip = (share: number): number => Math.min(1, Math.max(0, share));
  for (const island of findIslands(base.uvTriangles.subarray(0, 3 * base.bodyTriangles))) {
    const { from, to } = regionOfIsland(base, island);
    for (const corner of island) {
      const [u, v] = [base.uvs[2 * corner]!, base.uvs[2 * corner + 1]!];
      uvs[2 * corner] = to.u + clip((u - from.u) / from.width) * to.width;
      uvs[2 * corner + 1] = to.v + clip((v - from.v) / from.height) * to.height;
    }
  }
  const mesh = { ...base, uvs };
  repacked.set(base, mesh);
  return mesh;
}

/** All actors have the same base mesh. */
const repacked = new WeakMap<BaseMesh, PolygonMesh>();

/** Returns the region that contains most of the UV island. Regions overlap, so splitting islands would leave a visible seam on an arm. */
function regionOfIsland({ uvs }: BaseMesh, island: readonly number[]): AtlasRegion {
  const countCorners = ({ from }: AtlasRegion): number =>
    island.reduce((sum, corner) => {
      const [u, v] = [uvs[2 * corner]! - from.u, uvs[2 * corner + 1]! - from.v];
      return u >= 0 && u <= from.width && v >= 0 && v <= from.height ? sum + 1 : sum;
    }, 0);
  return SKIN_ATLAS.reduce((best, other) => (countCorners(other) > countCorners(best) ? other : best));
}

/** Groups connected texture coordinates. */
export function findIslands(uvTriangles: Uint32Array): number[][] {
  const parents = new Map<number, number>();
  const rootOf = (corner: number): number => {
    let root = corner;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (let t = 0; t < uvTriangles.length; t += 3) {
    const root = rootOf(uvTriangles[t]!);
    for (const other of [t + 1, t + 2]) {
      const joined = rootOf(uvTriangles[other]!);
      if (joined !== root) parents.set(joined, root);
    }
  }
  const islands = new Map<number, number[]>();
  for (const corner of new Set(uvTriangles)) {
    const root = rootOf(corner);
    const island = islands.get(root);
    if (island) island.push(corner);
    else islands.set(root, [corner]);
  }
  return [...islands.values()];
}

/** How far values extend beyond an island, in pixels. A drop to 0 at the edge would show as a seam, or as a ridge in a normal map. */
const MARGIN = 4;

/** Rasterizes per-vertex values into a texture. The result has one value per pixel, which is 0 away from all triangles. */
export type Rasterize = (values: Float32Array) => Float32Array;

/**
 * Precomputes which pixels of a texture each triangle of a mesh covers.
 * @param count number of triangles to rasterize
 * @param size width and height of the texture, in pixels
 */
export function createRasterizer({ triangles, uvTriangles, uvs }: PolygonMesh, count: number, size: number): Rasterize {
  const corners = Float64Array.from({ length: 6 * count }, (_, k) => {
    const corner = 2 * uvTriangles[k >> 1]! + (k & 1);
    return uvs[corner]! * size - 0.5;
  });
  const bounds = new Int32Array(4 * count);
  let most = 0;
  for (let t = 0; t < count; t++) {
    const [ax, ay, bx, by, cx, cy] = corners.subarray(6 * t, 6 * t + 6) as unknown as Corners;
    if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) === 0) {
      bounds.set([0, -1, 0, -1], 4 * t);
      continue;
    }
    const [left, right] = [Math.max(0, Math.floor(Math.min(ax, bx, cx))), Math.ceil(Math.max(ax, bx, cx))];
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(ay, by, cy))), Math.ceil(Math.max(ay, by, cy))];
    bounds.set([left, Math.min(size - 1, right), top, Math.min(size - 1, bottom)], 4 * t);
    most += Math.max(0, bounds[4 * t + 1]! - left + 1) * Math.max(0, bounds[4 * t + 3]! - top + 1);
  }
  // Pixels, triangle by triangle, and the weights of the second and third corners at each pixel.
  const [pixels, weights] = [new Uint32Array(most), new Float64Array(2 * most)];
  const ends = new Uint32Array(count);
  const filled = new Uint8Array(size * size);
  let found = 0;
  for (let t = 0; t < count; t++) {
    const [ax, ay, bx, by, cx, cy] = corners.subarray(6 * t, 6 * t + 6) as unknown as Corners;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    for (let y = bounds[4 * t + 2]!; y <= bounds[4 * t + 3]!; y++)
      for (let x = bounds[4 * t]!; x <= bounds[4 * t + 1]!; x++) {
        const wb = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
        const wc = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
        if (1 - wb - wc < -0.01 || wb < -0.01 || wc < -0.01) continue;
        filled[y * size + x] = 1;
        pixels[found] = y * size + x;
        weights[2 * found] = wb;
        weights[2 * found + 1] = wc;
        found++;
      }
    ends[t] = found;
  }
  const extended = extend(filled, size);
  return (values) => {
    const drawn = new Float32Array(size * size);
    for (let t = 0, at = 0; t < count; t++) {
      const a = values[triangles[3 * t]!]!;
      const b = values[triangles[3 * t + 1]!]!;
      const c = values[triangles[3 * t + 2]!]!;
      const end = ends[t]!;
      // Where triangles overlap, one without a value must not hide another.
      if (a === 0 && b === 0 && c === 0) at = end;
      for (; at < end; at++) {
        const wb = weights[2 * at]!;
        const wc = weights[2 * at + 1]!;
        drawn[pixels[at]!] = (1 - wb - wc) * a + wb * b + wc * c;
      }
    }
    for (let k = 0; k < extended.length; k += 2) drawn[extended[k]!] = drawn[extended[k + 1]!]!;
    return drawn;
  };
}

type Corners = readonly [number, number, number, number, number, number];

/** Lists the pixels next to filled pixels, each paired with the pixel whose value it copies. @param filled modified in place */
function extend(filled: Uint8Array, size: number): number[] {
  const besides = [-1, 1, -size, size] as const;
  let edge: number[] = [];
  for (let i = size; i < filled.length - size; i++)
    if (filled[i] && !(filled[i - 1] && filled[i + 1] && filled[i - size] && filled[i + size])) edge.push(i);
  const pairs: number[] = [];
  for (let pass = 0; pass < MARGIN; pass++) {
    const next: number[] = [];
    for (const i of edge)
      for (const by of besides) {
        const other = i + by;
        if (other < 0 || other >= filled.length || filled[other]) continue;
        pairs.push(other, i);
        filled[other] = 1;
        next.push(other);
      }
    edge = next;
  }
  return pairs;
}
