import { dot, scale, subtract, type Vector } from '../mesh/index.ts';
import type { Card } from './strand.ts';

/** Greatest distance between a strand and the stretches of its card at its root and its tip, and the longest stretch, metres. */
const STRAIGHT = { root: 0.0004, tip: 0.0016 } as const;
const LONGEST_STRETCH = 0.045;

/** Distance from the tip over which strands end, metres, at most this share of a card. */
const TIP = { length: 0.05, most: 0.4 } as const;
/** Returns the distance from the tip over which the strands of a card end, metres. */
export const tipOf = (length: number): number => Math.min(TIP.length, TIP.most * length);

/** Returns a card with the points between which its strand is straight, at most so many stretches of a head of a size. */
export function straightenCard(card: Card, stretches: number, size: number): Card {
  const { points, normals, gone, length, root } = card;
  const kept = straighten(points, gone, [root, length - tipOf(length)], stretches, size);
  return {
    ...card,
    points: kept.map((k) => points[k]!),
    normals: kept.map((k) => normals[k]!),
    gone: kept.map((k) => gone[k]!),
  };
}

/**
 * Selects the points between which a strand is straight: the farthest from the stretches so far, one after the other (Douglas and
 * Peucker 1973).
 *
 * @param gone distance of each point from the root
 * @param first distances from the root at which points are selected first: what is drawn on the card changes there
 * @param most number of stretches, at most
 * @returns numbers of the points
 */
function straighten(points: readonly Vector[], gone: readonly number[], first: readonly number[], most: number, size: number): number[] {
  const last = points.length - 1;
  /** The point of a stretch that is farthest from it, and how far; 0 where it is straight. */
  const farthest = (from: number, to: number): { at: number; far: number } => {
    const along = subtract(points[to]!, points[from]!);
    const square = dot(along, along) || 1;
    const share = gone[from]! / gone[last]!;
    const straight = (STRAIGHT.root + (STRAIGHT.tip - STRAIGHT.root) * share) * size;
    let [at, far] = [(from + to) >> 1, straight];
    const long = gone[to]! - gone[from]! > LONGEST_STRETCH * size;
    for (let k = from + 1; k < to; k++) {
      const off = subtract(points[k]!, points[from]!);
      const distance = Math.hypot(...subtract(off, scale(along, dot(off, along) / square)));
      if (distance > far) [at, far] = [k, distance];
    }
    return { at, far: far > straight || (long && to - from > 1) ? far : 0 };
  };
  const kept = new Set([0, last]);
  for (const distance of first) if (kept.size <= most) kept.add(gone.findIndex((value) => value >= distance - 1e-9));
  while (kept.size <= most) {
    const sorted = [...kept].sort((a, b) => a - b);
    const worst = sorted
      .slice(1)
      .map((to, i) => farthest(sorted[i]!, to))
      .reduce((one, other) => (other.far > one.far ? other : one));
    if (worst.far === 0) break;
    kept.add(worst.at);
  }
  return [...kept].sort((a, b) => a - b);
}
