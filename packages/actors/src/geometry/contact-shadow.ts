import type { Part } from '@talking-avatar/avatar/model';
import { at, smoothStep } from './mesh/index.ts';

/** Maximum distance from a garment to darken skin, in meters. Ray casting alone can miss a collar that falls between two vertices. */
const REACH = 0.03;
/** Fraction of light that remains where a garment touches the skin. */
const MIN_LIGHT = 0.2;
/** Distance between sample points on a garment, in meters. */
const SAMPLE_DISTANCE = 0.008;

/**
 * Darkens skin near garments, because even a collar that stands away from the neck blocks the light behind it.
 * @param occlusion per skin vertex, from `bakeAmbientOcclusion`
 */
export function bakeContactShadow({ positions }: Part, occlusion: Float32Array, clothes: readonly Part[]): Float32Array {
  const grid = new Map<number, number[]>();
  const cellOf = (x: number, y: number, z: number): number =>
    (Math.floor(x / REACH) + GRID_CELLS) * 4 * GRID_CELLS * GRID_CELLS +
    (Math.floor(y / REACH) + GRID_CELLS) * GRID_CELLS * 2 +
    Math.floor(z / REACH) +
    GRID_CELLS;
  for (const cloth of clothes)
    visitSamplePoints(cloth, (x, y, z) => {
      const cell = cellOf(x, y, z);
      const found = grid.get(cell);
      if (found) found.push(x, y, z);
      else grid.set(cell, [x, y, z]);
    });
  const distanceTo = (x: number, y: number, z: number): number => {
    let least = REACH * REACH;
    for (const dx of [-REACH, 0, REACH])
      for (const dy of [-REACH, 0, REACH])
        for (const dz of [-REACH, 0, REACH]) {
          const points = grid.get(cellOf(x + dx, y + dy, z + dz));
          if (!points) continue;
          for (let k = 0; k < points.length; k += 3) {
            least = Math.min(least, (points[k]! - x) ** 2 + (points[k + 1]! - y) ** 2 + (points[k + 2]! - z) ** 2);
          }
        }
    return Math.sqrt(least);
  };
  return occlusion.map((open, v) => open * (MIN_LIGHT + (1 - MIN_LIGHT) * smoothStep(0, REACH, distanceTo(...at(positions, v)))));
}

/** Number of grid cells on each side of the origin. */
const GRID_CELLS = 1024;

function visitSamplePoints({ positions, indices }: Part, visit: (x: number, y: number, z: number) => void): void {
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(positions, indices[t]!), at(positions, indices[t + 1]!), at(positions, indices[t + 2]!)];
    const longest = Math.max(
      ...[
        [a, b],
        [b, c],
        [c, a],
      ].map(([from, to]) => Math.hypot(...from!.map((value, k) => value - to![k]!))),
    );
    const parts = Math.max(1, Math.ceil(longest / SAMPLE_DISTANCE));
    for (let i = 0; i <= parts; i++)
      for (let j = 0; j <= parts - i; j++) {
        const [wa, wb, wc] = [i / parts, j / parts, (parts - i - j) / parts];
        visit(wa * a[0] + wb * b[0] + wc * c[0], wa * a[1] + wb * b[1] + wc * c[1], wa * a[2] + wb * b[2] + wc * c[2]);
      }
  }
}
