import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleHair } from '../../../lib/bake/geometry/style-hair.ts';

const EYE = [0.03, 0.6, 0.1] as const;
const within = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Combs single points: metres to the side, above the eyes, before them. */
function comb(
  hair: Parameters<typeof styleHair>[0],
  points: readonly (readonly [number, number, number])[],
): number[][] {
  const positions = Float32Array.from(points.flatMap(([x, y, z]) => [x, y + EYE[1], z + EYE[2]]));
  styleHair(hair, positions, EYE);
  return points.map((_, i) => [0, 1, 2].map((k) => positions[3 * i + k]! - (k > 0 ? EYE[k]! : 0)));
}

describe('combed hair', () => {
  it('hangs down within its width, nearly, and keeps its order from the inside to the outside', () => {
    fc.assert(
      fc.property(fc.array(within(0.01, 0.16), { minLength: 2, maxLength: 9 }), within(-0.5, -0.1), (xs, y) => {
        xs.sort((a, b) => a - b);
        const sides = comb(
          { width: 0.088 },
          xs.flatMap(
            (x) =>
              [
                [x, y, -0.1],
                [-x, y, -0.1],
              ] as const,
          ),
        );
        for (const [i, x] of xs.entries()) {
          expect(sides[2 * i]![0]).toBeCloseTo(-sides[2 * i + 1]![0]!, 6);
          expect(sides[2 * i]![0]).toBeLessThan(0.098);
          if (x < 0.088) expect(sides[2 * i]![0]).toBeCloseTo(x, 6);
          if (i > 0) expect(sides[2 * i]![0]).toBeGreaterThanOrEqual(sides[2 * i - 2]![0]!);
        }
      }),
    );
  });

  it('frees the eyes of a fringe, and leaves what is at the sides and behind', () => {
    fc.assert(
      fc.property(within(-0.045, 0.045), within(-0.1, 0.08), (x, y) => {
        const [front, side, behind] = comb({ fringe: 0.035 }, [
          [x, y, 0.02],
          [0.08, y, 0],
          [x, y, -0.1],
        ]);
        expect(front![1]).toBeGreaterThan(0.0349);
        expect(front![1]).toBeLessThan(0.086);
        expect(side![1]).toBeCloseTo(y, 6);
        expect(behind![1]).toBeCloseTo(y, 6);
      }),
    );
  });

  it('is lifted whole', () => {
    const [point] = comb({ lift: 0.01 }, [[0.02, 0.05, -0.02]]);
    expect(point![1]).toBeCloseTo(0.06, 6);
  });
});
