import type { BaseMesh, PolygonMesh } from '../makehuman/index.ts';

/** A rectangle of a texture, 0..1 with the origin at the upper left. */
interface Rectangle {
  u: number;
  v: number;
  width: number;
  height: number;
}

/** A region of MakeHuman's skin texture and its place in the actor's, which has head and shoulders only. */
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

/**
 * The head takes more than half of the actor's texture; in MakeHuman's, which shows the whole body, it takes a quarter.
 */
export const SKIN_ATLAS: readonly AtlasRegion[] = [
  region([0.636, 0.172, 0.362, 0.685], [0, 0, 0.56, 1]),
  region([0, 0, 0.776, 0.4], [0.57, 0, 0.43, 0.26]),
  region([0.745, 0.855, 0.19, 0.14], [0.57, 0.28, 0.3, 0.24]),
  region([0, 0.355, 0.165, 0.11], [0.57, 0.55, 0.25, 0.18]),
];

/**
 * Maps the texture coordinates of the body to the actor's texture. Coordinates outside their region are clamped to its
 * edge.
 */
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

/**
 * Returns the region that has most of a UV island. Regions overlap, and a cut through the middle of an arm would show
 * as a seam.
 */
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

/** Pixels by which values extend beyond an island: where they fell to 0 at its edge, a seam shows, and in a normal map a ridge. */
const MARGIN = 4;

/**
 * Rasterizes a value per vertex into the texture.
 *
 * @param count number of triangles to rasterize
 * @param size width and height of the texture, pixels
 * @returns one value per pixel, 0 where there is no triangle nearby
 */
export function rasterizeVertexValues(
  { triangles, uvTriangles, uvs }: PolygonMesh,
  count: number,
  values: Float32Array,
  size: number,
): Float32Array {
  const drawn = new Float32Array(size * size);
  const filled = new Uint8Array(size * size);
  for (let t = 0; t < 3 * count; t += 3) {
    const [a, b, c] = [values[triangles[t]!]!, values[triangles[t + 1]!]!, values[triangles[t + 2]!]!];
    const empty = a === 0 && b === 0 && c === 0;
    const place = (k: number): [number, number] => {
      const corner = 2 * uvTriangles[t + k]!;
      return [uvs[corner]! * size - 0.5, uvs[corner + 1]! * size - 0.5];
    };
    const [[ax, ay], [bx, by], [cx, cy]] = [place(0), place(1), place(2)];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const [left, right] = [Math.max(0, Math.floor(Math.min(ax, bx, cx))), Math.ceil(Math.max(ax, bx, cx))];
    const [top, bottom] = [Math.max(0, Math.floor(Math.min(ay, by, cy))), Math.ceil(Math.max(ay, by, cy))];
    for (let y = top; y <= Math.min(size - 1, bottom); y++)
      for (let x = left; x <= Math.min(size - 1, right); x++) {
        const wb = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
        const wc = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
        const wa = 1 - wb - wc;
        if (wa < -0.01 || wb < -0.01 || wc < -0.01) continue;
        filled[y * size + x] = 1;
        if (!empty) drawn[y * size + x] = wa * a + wb * b + wc * c;
      }
  }
  extend(drawn, filled, size);
  return drawn;
}

/** Extends values into the pixels beside them that are not filled, both changed in place. */
function extend(values: Float32Array, filled: Uint8Array, size: number): void {
  const besides = [-1, 1, -size, size] as const;
  let edge: number[] = [];
  for (let i = size; i < values.length - size; i++)
    if (filled[i] && besides.some((by) => !filled[i + by])) edge.push(i);
  for (let pass = 0; pass < MARGIN; pass++) {
    const next: number[] = [];
    for (const i of edge)
      for (const by of besides) {
        const other = i + by;
        if (other < 0 || other >= values.length || filled[other]) continue;
        values[other] = values[i]!;
        filled[other] = 1;
        next.push(other);
      }
    edge = next;
  }
}
