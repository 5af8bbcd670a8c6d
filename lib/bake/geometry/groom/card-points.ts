import { add, normalize, scale, subtract, type Vector } from '../mesh/index.ts';
import type { Card } from './strand.ts';

/** A point on a card. */
export interface CardPoint {
  at: Vector;
  /** Direction of the strand, of length 1. */
  along: Vector;
  card: Card;
}

/**
 * Spreads points along cards, two for each cell.
 *
 * @param cell size of the cells in which they are found, metres
 * @returns function that lists the points in the cell of a place and those beside it
 */
export function spreadPoints(cards: readonly Card[], cell: number): (place: Vector) => CardPoint[] {
  const grid = new Map<string, CardPoint[]>();
  const cellOf = ([x, y, z]: Vector): Vector => [Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell)];
  for (const card of cards)
    for (let k = 0; k + 1 < card.points.length; k++) {
      const stretch = subtract(card.points[k + 1]!, card.points[k]!);
      const along = normalize(stretch);
      const count = Math.max(1, Math.ceil(Math.hypot(...stretch) / (cell / 2)));
      for (let j = 0; j < count; j++) {
        const at = add(card.points[k]!, scale(stretch, j / count));
        const key = cellOf(at).join();
        const found = grid.get(key);
        if (found) found.push({ at, along, card });
        else grid.set(key, [{ at, along, card }]);
      }
    }
  const around = [-1, 0, 1];
  return (place) => {
    const [i, j, k] = cellOf(place);
    return around.flatMap((di) =>
      around.flatMap((dj) => around.flatMap((dk) => grid.get([i + di, j + dj, k + dk].join()) ?? [])),
    );
  };
}
