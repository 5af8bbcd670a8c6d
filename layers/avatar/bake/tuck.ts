import { Bvh, smoothNormals } from '../mesh/index.ts';

/** Skin that stands out of a garment by less than this is pushed back under it, metres. */
const STEPS = [0.001, 0.002, 0.003, 0.0045, 0.006, 0.008, 0.011] as const;
/** How far under the garment it goes, metres. */
const UNDER = 0.002;

/**
 * Pushes skin that pokes through clothes back under them.
 *
 * @param positions The skin's vertices, changed in place.
 * @param triangles The skin's.
 * @param below Vertices higher than this are not looked at, metres.
 * @param clothes Corners of the garments' triangles, 9 each.
 */
export function tuckSkin(positions: Float32Array, triangles: Uint32Array, below: number, clothes: Float32Array): void {
  if (clothes.length === 0) return;
  const bvh = new Bvh({ corners: clothes, opacities: new Float32Array(clothes.length / 9).fill(1) });
  const normals = smoothNormals(positions, triangles);
  for (const v of new Set(triangles)) {
    const at = 3 * v;
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (y > below) continue;
    const [nx, ny, nz] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    const depth = STEPS.find((step) => bvh.light(x, y, z, -nx, -ny, -nz, step) === 0);
    if (depth === undefined) continue;
    positions[at] = x - (depth + UNDER) * nx;
    positions[at + 1] = y - (depth + UNDER) * ny;
    positions[at + 2] = z - (depth + UNDER) * nz;
  }
}
