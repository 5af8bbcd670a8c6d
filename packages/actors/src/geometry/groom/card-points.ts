import { add, normalize, scale, subtract, type Vector } from '../mesh/index.ts';
import type { Card } from './strand.ts';

export interface CardPoint {
  at: Vector;
  /** Direction of the strand, as a unit vector. */
  along: Vector;
  card: Card;
}

/** Number of cells on each side of the origin. */
const HALF = 4096;

const cellAt = (i: number, j: number, k: number): number => ((i + HALF) * 2 * HALF + j + HALF) * 2 * HALF + k + HALF;

/** Returns the number of the cell that contains the point. @param cell cell size, in meters */
export const cellOf = ([x, y, z]: Vector, cell: number): number => cellAt(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell));

/** Offsets from a cell number to the cell itself and the 26 cells around it. */
export const AROUND = [-1, 0, 1].flatMap((i) => [-1, 0, 1].flatMap((j) => [-1, 0, 1].map((k) => cellAt(i, j, k) - cellAt(0, 0, 0))));

/** Spreads points along cards, two per cell. @param cell cell size, in meters @returns function that lists the points around a position */
export function spreadPoints(cards: readonly Card[], cell: number): (place: Vector) => CardPoint[] {
  const grid = new Map<number, CardPoint[]>();
  for (const card of cards)
    for (let k = 0; k + 1 < card.points.length; k++) {
      const segment = subtract(card.points[k + 1]!, card.points[k]!);
      const along = normalize(segment);
      const count = Math.max(1, Math.ceil(Math.hypot(...segment) / (cell / 2)));
      for (let j = 0; j < count; j++) {
        const at = add(card.points[k]!, scale(segment, j / count));
        const key = cellOf(at, cell);
        const found = grid.get(key);
        if (found) found.push({ at, along, card });
        else grid.set(key, [{ at, along, card }]);
      }
    }
  // Cache the lists, because many positions are in the same cell.
  const lists = new Map<number, CardPoint[]>();
  return (place) => {
    const middle = cellOf(place, cell);
    const known = lists.get(middle);
    if (known) return known;
    const list = AROUND.flatMap((step) => grid.get(middle + step) ?? []);
    lists.set(middle, list);
    return list;
  };
}
