import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCoveredVertices, resolveClothPenetration } from '../src/geometry/cloth-penetration.ts';

/** A square grid in the xy plane that faces forward, with `count` squares of `step` meters on each side of the origin. */
function lattice(count: number, step: number, depth: (x: number, y: number) => number) {
  const side = 2 * count + 1;
  const positions = Array.from({ length: side * side }, (_, v) => {
    const [x, y] = [((v % side) - count) * step, (Math.floor(v / side) - count) * step];
    return [x, y, depth(x, y)];
  }).flat();
  const triangles: number[] = [];
  for (let v = 0; v < side * (side - 1); v++) {
    if (v % side < side - 1) triangles.push(v, v + 1, v + side, v + 1, v + side + 1, v + side);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const cornersOf = ({ positions, triangles }: ReturnType<typeof lattice>): Float32Array =>
  Float32Array.from([...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));

const ABOVE_ALL = 9;

describe('skin under a garment', () => {
  it('is pushed under it, even if only the middle of a triangle sticks out', () => {
    const heights = fc.double({ min: -0.002, max: 0.004, noNaN: true });
    fc.assert(
      fc.property(heights, fc.double({ min: 0.004, max: 0.008, noNaN: true }), (height, dip) => {
        // The garment dips in between the vertices of the skin, which are 2 cm apart.
        const cloth = cornersOf(lattice(16, 0.005, (x, y) => -dip * Math.abs(Math.sin(50 * Math.PI * x) * Math.sin(50 * Math.PI * y))));
        const skin = lattice(3, 0.02, () => height);
        resolveClothPenetration(skin.positions, skin.triangles, ABOVE_ALL, cloth);
        const middle = skin.triangles.indexOf(24);
        const first = middle - (middle % 3);
        const [a, b, c] = [0, 1, 2].map((k) => skin.positions[3 * skin.triangles[first + k]! + 2]!);
        expect((a! + b! + c!) / 3).toBeLessThan(-0.75 * dip - 0.001);
      }),
      { numRuns: 12 },
    );
  });

  it('does not move above the chest or away from garments', () => {
    const cloth = cornersOf(lattice(4, 0.01, () => -0.002));
    const skin = lattice(2, 0.02, () => 0);
    const before = skin.positions.slice();
    resolveClothPenetration(skin.positions, skin.triangles, -1, cloth);
    resolveClothPenetration(
      skin.positions,
      skin.triangles,
      ABOVE_ALL,
      cloth.map((value, i) => (i % 3 === 2 ? value - 0.1 : value)),
    );
    expect(skin.positions).toEqual(before);
  });

  it('is hidden under the middle of the garment, but not near its edge, where it is visible', () => {
    const cloth = cornersOf(lattice(20, 0.01, () => 0.01));
    const skin = lattice(15, 0.02, () => 0);
    const hidden = findCoveredVertices(skin.positions, skin.triangles, ABOVE_ALL, cloth);
    const at = (x: number, y: number): number =>
      hidden[[...hidden.keys()].find((v) => Math.hypot(skin.positions[3 * v]! - x, skin.positions[3 * v + 1]! - y) < 0.001)!]!;
    expect(at(0, 0)).toBe(1);
    expect([at(0.2, 0), at(-0.2, 0), at(0, 0.2), at(0.28, 0)]).toEqual([0, 0, 0, 0]);
  });
});
