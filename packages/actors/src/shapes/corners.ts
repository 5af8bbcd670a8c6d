import { bell } from '../geometry/mesh/index.ts';
import { addFields, type Field, type Symmetry } from './field.ts';
import type { LipLine } from './lips.ts';

/** Radius around each corner of the mouth in which the fold is smoothed, in meters, and number of passes. Tuned by eye. */
const REACH = 0.007;
const PASSES = 6;

/** Returns a function that smooths a field around the corners of the mouth, where a narrow fold with few vertices would crumple. */
export function createCornerSmoother(
  positions: Float32Array,
  triangles: Uint32Array,
  line: LipLine,
  symmetry: Symmetry,
): (field: Field) => Field {
  const [y, z] = [line.y[0]!, line.z[0]!];
  const shareOf = (v: number): number =>
    bell(Math.hypot(Math.abs(positions[3 * v]!) - line.half, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z), REACH);
  const neighbors = new Map<number, Set<number>>();
  for (let t = 0; t < triangles.length; t += 3) {
    const own = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    for (const v of own)
      if (shareOf(v) > 0) {
        const around = neighbors.get(v) ?? new Set<number>();
        neighbors.set(v, around);
        for (const other of own) if (other !== v) around.add(other);
      }
  }
  const near = [...neighbors].map(([v, around]) => ({ v, around: [...around], share: shareOf(v) }));
  const smoothed = (field: Field): Field => {
    let smooth = field.slice();
    for (let pass = 0; pass < PASSES; pass++) {
      const before = smooth;
      smooth = before.slice();
      for (const { v, around, share } of near)
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (const other of around) sum += before[3 * other + k]!;
          smooth[3 * v + k]! += share * (sum / around.length - before[3 * v + k]!);
        }
    }
    return smooth;
  };
  // Symmetrize, because the diagonals that cut quads into triangles are not symmetric.
  return (field) => addFields([0.5, smoothed(field)], [0.5, symmetry.mirror(smoothed(symmetry.mirror(field)))]);
}
