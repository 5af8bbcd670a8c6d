import { describe, expect, it } from 'vitest';
import { measureBrows } from '../src/geometry/groom/brows.ts';
import type { PolygonMesh } from '../src/makehuman/index.ts';
import { type PaintedHair, paintHairs } from '../src/textures/painted-hair.ts';

const SIZE = 128;

/** A 10 cm square in front of the face that fills the texture. Its height is along `u`. */
const SQUARE: PolygonMesh = {
  positions: Float32Array.from([-0.05, -0.05, 0.1, 0.05, -0.05, 0.1, -0.05, 0.05, 0.1, 0.05, 0.05, 0.1]),
  triangles: Uint32Array.from([0, 1, 2, 2, 1, 3]),
  uvTriangles: Uint32Array.from([0, 1, 2, 2, 1, 3]),
  uvs: Float32Array.from([0, 0, 0, 1, 1, 0, 1, 1]),
};
const HAIR: PaintedHair = {
  density: ([x]) => (x > 0 ? 1 : 0),
  comb: () => [0, 1, 0.5],
  within: () => true,
  length: 0.02,
  spacing: 0.01,
  stray: 0,
};
const paint = (hair: PaintedHair): Uint8Array => paintHairs({ mesh: SQUARE, triangles: 2, positions: SQUARE.positions }, SIZE, hair);

describe('hairs painted on skin', () => {
  it('run along the skin in their direction of growth', () => {
    const drawn = paint(HAIR);
    // Up on the square is right in the texture.
    const differences = (step: number): number => drawn.reduce((sum, value, i) => sum + Math.abs(value - (drawn[i + step] ?? 0)), 0);
    expect(differences(1)).toBeLessThan(0.5 * differences(SIZE));
  });

  it('grow in proportion to density, deterministically', () => {
    const covered = (drawn: Uint8Array, [from, to]: [number, number]): number =>
      drawn.filter((value, i) => value > 0 && i >= from * SIZE && i < to * SIZE).length;
    const drawn = paint(HAIR);
    expect(covered(drawn, [0, SIZE / 2 - 1])).toBe(0);
    expect(covered(drawn, [SIZE / 2, SIZE])).toBeGreaterThan(1000);
    const half = paint({ ...HAIR, density: (place) => 0.3 * HAIR.density(place) });
    expect(covered(half, [0, SIZE])).toBeLessThan(0.55 * covered(drawn, [0, SIZE]));
    expect(paint(HAIR)).toEqual(drawn);
    expect(paint({ ...HAIR, within: () => false }).some(Boolean)).toBe(false);
  });
});

/** A card in front of both eyes. Its image is opaque in a band that rises toward the outside. */
const WIDTH = 64;
const card = {
  ...SQUARE,
  uvs: Float32Array.from([0, 1, 1, 1, 0, 0, 1, 0]),
  image: {
    width: WIDTH,
    height: WIDTH,
    alpha: Uint8Array.from({ length: WIDTH * WIDTH }, (_, i) => {
      const [x, y] = [(i % WIDTH) / WIDTH - 0.5, 0.5 - Math.floor(i / WIDTH) / WIDTH];
      return Math.abs(x) > 0.1 && Math.abs(x) < 0.45 && Math.abs(y - 0.2 * Math.abs(x) - 0.1) < 0.04 ? 255 : 0;
    }),
  },
};

describe('brows', () => {
  const brows = measureBrows(card, [0.03, 0, 0.1]);
  const middle = 0.01 + 0.2 * 0.03;

  it('grow where their image is opaque, equally on both sides', () => {
    for (const side of [-1, 1]) {
      expect(brows.density([side * 0.03, middle, 0.1])).toBeGreaterThan(0.8);
      expect(brows.density([side * 0.03, middle + 0.012, 0.1])).toBe(0);
      expect(brows.density([0, middle, 0.1])).toBe(0);
    }
    expect(brows.density([0.03, middle, 0.02])).toBe(0);
  });

  it('are combed outward, upward next to the nose, and from both edges toward the middle', () => {
    const up = (x: number, above: number): number => brows.comb([x, 0.01 + 0.2 * Math.abs(x) + above, 0.1])[1];
    expect(brows.comb([0.03, middle, 0.1])[0]).toBeGreaterThan(0.5);
    expect(brows.comb([-0.03, middle, 0.1])[0]).toBeLessThan(-0.5);
    expect(up(0.012, 0)).toBeGreaterThan(up(0.04, 0));
    expect(up(0.03, -0.003)).toBeGreaterThan(up(0.03, 0.003));
  });
});
