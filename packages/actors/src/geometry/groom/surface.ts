import type { Part } from '@talking-avatar/avatar/model';
import { at, type Vector } from '../mesh/index.ts';

/** Distance between surface samples, and maximum query distance, in meters. */
const SAMPLING = 0.0042;
const CELL = 0.012;
/** Number of cells on each side of the origin. */
const HALF = 512;

const cellOf = (x: number, y: number, z: number): number =>
  ((Math.floor(x / CELL) + HALF) * 2 * HALF + Math.floor(y / CELL) + HALF) * 2 * HALF + Math.floor(z / CELL) + HALF;

const NONE: readonly number[] = [];

export interface Nearest {
  /** Height above the surface, in meters. Negative is below. */
  height: number;
  normal: Vector;
}

/**
 * Samples surfaces so that hair can rest on them.
 * @param lowest minimum height of surfaces to sample, in meters
 * @param leavesOut selects the triangles to omit, by position
 * @returns function that finds the nearest sample, or undefined if the surface is more than one cell away
 */
export function sampleSurface(
  parts: readonly Part[],
  lowest: number,
  leavesOut: (place: Vector) => boolean = () => false,
): (place: Vector) => Nearest | undefined {
  const samples: number[] = [];
  for (const { positions, normals, indices } of parts) {
    for (let t = 0; t < indices.length; t += 3) {
      const corners = [indices[t]!, indices[t + 1]!, indices[t + 2]!] as const;
      const [a, b, c] = corners.map((v): Vector => at(positions, v)) as [Vector, Vector, Vector];
      if (Math.max(a[1], b[1], c[1]) < lowest || leavesOut(a)) continue;
      const [na, nb, nc] = corners.map((v): Vector => at(normals, v)) as [Vector, Vector, Vector];
      const longest = Math.max(
        Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]),
        Math.hypot(b[0] - c[0], b[1] - c[1], b[2] - c[2]),
        Math.hypot(c[0] - a[0], c[1] - a[1], c[2] - a[2]),
      );
      const parts = Math.ceil(longest / SAMPLING);
      for (let i = 0; i < parts; i++)
        for (let j = 0; i + j < parts; j++) {
          const [u, v] = [(i + 1 / 3) / parts, (j + 1 / 3) / parts];
          const w = 1 - u - v;
          for (let k = 0; k < 3; k++) samples.push(w * a[k]! + u * b[k]! + v * c[k]!);
          for (let k = 0; k < 3; k++) samples.push(w * na[k]! + u * nb[k]! + v * nc[k]!);
        }
    }
  }
  const grid = new Map<number, number[]>();
  for (let s = 0; s < samples.length; s += 6) {
    const key = cellOf(samples[s]!, samples[s + 1]!, samples[s + 2]!);
    const found = grid.get(key);
    if (found) found.push(s);
    else grid.set(key, [s]);
  }
  return ([x, y, z]) => {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++)
          for (const s of grid.get(cellOf(x + dx * CELL, y + dy * CELL, z + dz * CELL)) ?? NONE) {
            const far = (samples[s]! - x) ** 2 + (samples[s + 1]! - y) ** 2 + (samples[s + 2]! - z) ** 2;
            if (far >= least) continue;
            nearest = s;
            least = far;
          }
    if (nearest < 0) return undefined;
    const [px, py, pz, nx, ny, nz] = samples.slice(nearest, nearest + 6) as [number, number, number, number, number, number];
    const size = Math.hypot(nx, ny, nz) || 1;
    const normal: Vector = [nx / size, ny / size, nz / size];
    return { height: (x - px) * normal[0] + (y - py) * normal[1] + (z - pz) * normal[2], normal };
  };
}
