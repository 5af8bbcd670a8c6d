import { describe, expect, it } from 'vitest';
import { type ClothPiece, fitGarment } from '../src/geometry/garment.ts';
import type { Assets, ProxyMesh } from '../src/makehuman/index.ts';
import type { Face } from '../src/shapes/index.ts';

/**
 * Squares of a garment: the side length on the body and in the texture, the height of the bottom edge in meters, and the direction that the
 * square faces.
 */
const SQUARES = [
  { side: 0.4, uv: 0.1, y: 1, back: false },
  { side: 0.4, uv: 0.4, y: 1, back: true },
  { side: 0.2, uv: 0.2, y: 1.1, back: false },
  // Pants.
  { side: 0.5, uv: 0.45, y: 0, back: false },
] as const;

/** A garment made of squares that are separate in the texture, on a body without arms. */
function garment(): ProxyMesh {
  const corners = SQUARES.flatMap(({ side, uv, y, back }, i) =>
    [0, 1, 2, 3].map((k) => {
      const [right, up] = [k & 1, k >> 1];
      return {
        place: [side * right, y + side * up, back ? -0.1 : 0.1],
        uv: [0.5 * (i & 1) + uv * right, 0.5 * (i >> 1) + uv * (1 - up)],
      };
    }),
  );
  const triangles = Uint32Array.from(
    SQUARES.flatMap(({ back }, i) => (back ? [0, 2, 1, 1, 2, 3] : [0, 1, 2, 1, 3, 2]).map((k) => 4 * i + k)),
  );
  const vertices = corners.length;
  return {
    name: 'squares',
    triangles,
    uvTriangles: triangles,
    positions: new Float32Array(3 * vertices),
    uvs: Float32Array.from(corners.flatMap(({ uv }) => uv)),
    anchors: new Uint32Array(3 * vertices),
    anchorWeights: new Float32Array(3 * vertices),
    offsets: Float32Array.from(corners.flatMap(({ place }) => place)),
    skinning: { influences: 1, bones: new Uint16Array(vertices), weights: new Float32Array(vertices) },
    hides: new Uint8Array(1),
  };
}

const shoulders = { 'upperarm01.L____head': [0], 'upperarm01.R____head': [0] };
const assets = { base: { boneNames: ['spine'], boneEnds: shoulders }, proxy: garment } as unknown as Assets;
const body = { positions: Float32Array.of(0, 0.8, 0) } as unknown as Face;

describe('a garment on an actor', () => {
  const { mesh, pieces } = fitGarment(assets, body, 'squares', 0.9);
  const [front, back, small] = pieces as [ClothPiece, ClothPiece, ClothPiece];

  it('has only parts above the lower edge of the widest picture, without pants', () => {
    expect(pieces).toHaveLength(3);
    expect(Math.max(...mesh.triangles)).toBeLessThan(12);
  });

  it('has pieces of equal resolution regardless of the original texture, and less at the back', () => {
    expect(front.to.width).toBeCloseTo(2 * small.to.width, 5);
    expect(front.to.height).toBeCloseTo(front.to.width, 5);
    expect(back.to.width).toBeLessThan(0.6 * front.to.width);
    expect(front.meters * front.to.width).toBeCloseTo(0.4, 2);
  });

  it('fills the texture with separate pieces', () => {
    expect(front.to.width).toBeGreaterThan(0.5);
    for (const one of pieces) {
      const { u, v, width, height } = one.to;
      expect(Math.min(u, v)).toBeGreaterThan(0);
      expect(Math.max(u + width, v + height)).toBeLessThan(1);
      for (const { to } of pieces.filter((other) => other !== one))
        expect(u > to.u + to.width || to.u > u + width || v > to.v + to.height || to.v > v + height).toBe(true);
    }
  });

  it('preserves the position of each corner in its piece', () => {
    const at = (corner: number) => [mesh.uvs[2 * corner]!, mesh.uvs[2 * corner + 1]!];
    expect(at(2)[0]).toBeCloseTo(front.to.u, 5);
    expect(at(2)[1]).toBeCloseTo(front.to.v, 5);
    expect(at(1)[0]).toBeCloseTo(front.to.u + front.to.width, 5);
  });
});
