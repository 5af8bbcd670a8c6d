import { describe, expect, it } from 'vitest';
import { type Opacity, rasterizeHairGrowth } from '../../../lib/bake/geometry/scalp.ts';
import type { PolygonMesh } from '../../../lib/bake/makehuman/index.ts';

const SIZE = 100;

/** A square sheet in the plane of x and y, `side` metres across from its lower left; its picture lies on it once. */
function sheet(x: number, y: number, z: number, side: number): PolygonMesh {
  return {
    positions: Float32Array.of(x, y, z, x + side, y, z, x + side, y + side, z, x, y + side, z),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    uvTriangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1),
  };
}

/** Skin of 10 cm, 1 mm a pixel, away from the origin. */
const SKIN = sheet(1, 1, 0, 0.1);
const REACH = 0.01;

function draw(hair: PolygonMesh, opacity: Opacity, grows = () => 1): (x: number, y: number) => number {
  const skin = { mesh: SKIN, triangles: 2, positions: SKIN.positions };
  const drawn = rasterizeHairGrowth(
    { mesh: hair, positions: hair.positions, opacity, reach: REACH },
    skin,
    { grows },
    SIZE,
  );
  return (x, y) => drawn[y * SIZE + x]!;
}

describe('where short hairs grow', () => {
  it('hides the skin under the hair, thins out at its edge, and ends within reach', () => {
    // The hair covers the left half of the skin.
    const at = draw(sheet(0.9, 0.9, 0.001, 0.15), () => 1);
    expect(at(20, 20)).toBeGreaterThan(0.95);
    const edge = [46, 50, 54, 58].map((x) => at(x, 20));
    expect(edge).toEqual([...edge].sort((a, b) => b - a));
    expect(edge[1]).toBeGreaterThan(0.4);
    expect(at(62, 20)).toBe(0);
  });

  it('does not take a speck of the picture for hair, nor what hangs before the skin, nor where none grows', () => {
    const speck: Opacity = (u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.01 ? 1 : 0);
    expect(draw(sheet(1, 1, 0.001, 0.1), speck)(50, 50)).toBeLessThan(0.25);
    expect(draw(sheet(1, 1, 0.02, 0.1), () => 1)(50, 50)).toBe(0);
    expect(
      draw(
        sheet(1, 1, 0.001, 0.1),
        () => 1,
        () => 0,
      )(50, 50),
    ).toBe(0);
  });
});
