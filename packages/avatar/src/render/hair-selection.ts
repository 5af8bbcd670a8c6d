import type { DepthGrid } from './depth-grid.ts';
import type { HairTriangles } from './hair-triangles.ts';

/**
 * Selects the foremost triangle in each cell that is not covered yet, largest visible area first. Otherwise, the hair would have holes.
 * @param capped 1 for cells with hair in front of a gapless cap, which can't have holes
 * @param covers pairs of triangle and cell, from `addVisibility`
 */
export function fillHoles(
  { foremost }: DepthGrid,
  capped: ArrayLike<number>,
  covers: Int32Array,
  selected: Uint8Array,
  visible: Float64Array,
): void {
  const cells = new Map<number, number[]>();
  const covered = new Uint8Array(foremost.length);
  for (let k = 0; k < covers.length; k += 2) {
    const [triangle, cell] = [covers[k]!, covers[k + 1]!];
    if (selected[triangle]) covered[cell] = 1;
    const list = cells.get(triangle);
    if (list) list.push(cell);
    else cells.set(triangle, [cell]);
  }
  const holes = [...foremost.keys()].filter((cell) => foremost[cell]! >= 0 && !covered[cell] && !capped[cell]);
  holes.sort((a, b) => visible[foremost[b]!]! - visible[foremost[a]!]! || a - b);
  for (const hole of holes) {
    if (covered[hole]) continue;
    selected[foremost[hole]!] = 1;
    for (const cell of cells.get(foremost[hole]!) ?? []) covered[cell] = 1;
  }
}

/** Selects nonzero `candidates`, most visible first, until they show `share` (0..1) of the visible cells and use up `budget` cells. */
export function selectMostVisible(
  { area }: HairTriangles,
  candidates: ArrayLike<number>,
  visible: Float64Array,
  { share, budget }: { share: number; budget: number },
): Uint8Array {
  const selected = new Uint8Array(visible.length);
  const sorted = [...visible.keys()].filter((triangle) => candidates[triangle]! > 0);
  const visibleShare = (triangle: number): number => visible[triangle]! / Math.max(1, area[triangle]!);
  sorted.sort((a, b) => visibleShare(b) - visibleShare(a) || a - b);
  let remaining = share * visible.reduce((sum, value) => sum + value, 0);
  let remainingBudget = budget;
  for (const triangle of sorted) {
    if (remaining <= 0 && remainingBudget <= 0) break;
    remaining -= visible[triangle]!;
    remainingBudget -= area[triangle]!;
    selected[triangle] = 1;
  }
  return selected;
}
