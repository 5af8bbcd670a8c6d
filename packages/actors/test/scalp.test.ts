import { describe, expect, it } from 'vitest';
import { rasterizeGrowth } from '../src/geometry/scalp.ts';
import type { PolygonMesh } from '../src/makehuman/index.ts';

const SIZE = 100;

/** A 10 cm square of skin, at 1 mm per pixel. It is away from the origin, with its lower left corner at (1, 1). */
const SKIN: PolygonMesh = {
  positions: Float32Array.of(1, 1, 0, 1.1, 1, 0, 1.1, 1.1, 0, 1, 1.1, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  uvTriangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  uvs: Float32Array.of(0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9),
};
const skin = { mesh: SKIN, triangles: 2, positions: SKIN.positions };

describe('the growth of short hairs', () => {
  it('is rasterized by position on the skin, and extends beyond its edge in the texture', () => {
    const drawn = rasterizeGrowth(skin, ([x]) => (x - 1) * 10, SIZE);
    const row = [12, 30, 50, 70, 88].map((x) => drawn[50 * SIZE + x]!);
    for (const [i, x] of [12, 30, 50, 70, 88].entries()) expect(row[i]).toBeCloseTo((x + 0.5 - 10) / 80, 2);
    expect(drawn[50 * SIZE + 92]).toBeGreaterThan(0.9);
    expect(drawn[50 * SIZE + 96]).toBe(0);
  });

  it('is absent from triangles without growth', () => {
    const drawn = rasterizeGrowth(
      skin,
      () => 1,
      SIZE,
      ([x, y]) => x > 1.05 && y < 1.05,
    );
    expect(drawn[30 * SIZE + 80]).toBe(1);
    expect(drawn[80 * SIZE + 30]).toBe(0);
  });
});
