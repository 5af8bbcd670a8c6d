import { expect, it } from 'vitest';
import type { Face } from '../src/shapes/index.ts';
import { roundOpening } from '../src/shapes/mouth.ts';

const HALF = 0.025;
const flat = (value: number): number[] => [value, value, value];

/** Returns how far up or down points on the upper lip (positive) or the lower lip move, each along with its distance from the middle. */
function moved(points: readonly (readonly [aside: number, above: number])[]): number[] {
  const face = {
    positions: Float32Array.from(points.flatMap(([x, y]) => [x, y, 0])),
    open: Float32Array.from(points.flatMap(([, y]) => [0, y < 0 ? -0.02 : 0, 0])),
    line: { places: [-HALF, 0, HALF], y: flat(0), z: flat(0), dropY: flat(-0.02), dropZ: flat(0), half: HALF },
  } as unknown as Face;
  const field = roundOpening(face, 0.002, 0.003);
  return points.map((_, k) => field[3 * k + 1]!);
}

it('an opening becomes round: its upper edge rises in the middle, its lower edge sinks on both sides, and its corners do not move', () => {
  const [above, below, beside, away, corner] = moved([
    [0, 1e-6],
    [0, -1e-6],
    [0.68 * HALF * Math.SQRT1_2, -1e-6],
    [0.7 * HALF, -1e-6],
    [HALF, -1e-6],
  ]);
  expect(above).toBeCloseTo(0.002, 5);
  expect(below).toBeCloseTo(0, 5);
  expect(beside).toBeCloseTo(-0.003, 5);
  expect(away).toBeCloseTo(0, 5);
  expect(corner).toBeCloseTo(0, 5);
});
