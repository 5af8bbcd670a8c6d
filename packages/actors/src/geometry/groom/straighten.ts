import { dot, scale, subtract, type Vector } from '../mesh/index.ts';
import type { Card } from './strand.ts';

/** Maximum distance between a strand and its card, at the root and at the tip, and maximum segment length, in meters. */
const STRAIGHT = { root: 0.0004, tip: 0.0016 } as const;
const LONGEST_SEGMENT = 0.045;
/** Distance from the tip over which strands end, in meters, up to a fraction of the card's length. */
const TIP = { length: 0.05, most: 0.4 } as const;
/** Returns the distance from the tip over which the strands on a card end, in meters. */
export const tipOf = (length: number): number => Math.min(TIP.length, TIP.most * length);

/** Reduces a card to the points where its strand bends, up to a maximum number of segments. */
export function straightenCard(card: Card, segments: number, size: number): Card {
  const { points, normals, gone, length, root } = card;
  const kept = straighten(points, gone, [root, length - tipOf(length)], segments, size);
  return {
    ...card,
    points: kept.map((k) => points[k]!),
    normals: kept.map((k) => normals[k]!),
    gone: kept.map((k) => gone[k]!),
  };
}

/**
 * Selects points that approximate the strand by repeatedly adding the farthest point (Douglas and Peucker 1973).
 * @param first distances from the root where a point is always selected, because the card's texture changes there
 */
function straighten(points: readonly Vector[], gone: readonly number[], first: readonly number[], most: number, size: number): number[] {
  const last = points.length - 1;
  /** Returns the point on the strand farthest from the segment, and its distance, which is 0 where the strand is straight. */
  const farthest = (from: number, to: number): { at: number; far: number } => {
    const along = subtract(points[to]!, points[from]!);
    const square = dot(along, along) || 1;
    const share = gone[from]! / gone[last]!;
    const straight = (STRAIGHT.root + (STRAIGHT.tip - STRAIGHT.root) * share) * size;
    let [at, far] = [(from + to) >> 1, straight];
    const long = gone[to]! - gone[from]! > LONGEST_SEGMENT * size;
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
