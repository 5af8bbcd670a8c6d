import { describe, expect, it } from 'vitest';
import { thickenEdges } from '../src/geometry/cloth-rim.ts';
import type { PartSource } from '../src/geometry/part.ts';

/** A one-meter square of cloth that faces +z and consists of two triangles. */
const square: PartSource = {
  name: 'cloth1',
  substance: 'cloth',
  mesh: {
    positions: new Float32Array(12),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    uvTriangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    uvs: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0),
  },
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  triangleStarts: [0, 3],
  binding: { joints: Uint8Array.from({ length: 16 }, (_, k) => k), weights: new Float32Array(16).fill(0.25) },
  shapes: new Map([['jawOpen', Float32Array.from({ length: 12 }, (_, k) => k)]]),
  material: { tint: [1, 1, 1], roughness: 0.8, alpha: 'opaque', doubleSided: true },
};

describe('an open edge of cloth', () => {
  it('receives an inner band that follows its joints and shapes', () => {
    const { mesh, positions, binding, shapes } = thickenEdges(square, -1);
    expect(mesh.triangles).toHaveLength(6 + 4 * 6);
    expect(positions).toHaveLength(8 * 3);
    for (let v = 4; v < 8; v++) {
      const outer = [0, 1, 2, 3].find((w) => [0, 1].every((k) => positions[3 * w + k] === positions[3 * v + k]))!;
      expect(positions[3 * v + 2]).toBeCloseTo(-0.0022, 6);
      expect([...binding.joints.subarray(4 * v, 4 * v + 4)]).toEqual([0, 1, 2, 3].map((k) => 4 * outer + k));
      expect(shapes.get('jawOpen')![3 * v]).toBe(3 * outer);
    }
  });

  it('continues the surface, with triangles in opposite directions at each edge', () => {
    const { triangles } = thickenEdges(square, -1).mesh;
    const directed = [...triangles].map((a, k) => `${a} ${triangles[k % 3 === 2 ? k - 2 : k + 1]}`);
    expect(new Set(directed).size).toBe(directed.length);
    for (const edge of ['0 1', '1 2', '2 3', '3 0']) expect(directed).toContain(edge.split(' ').reverse().join(' '));
  });

  it('is unchanged below the given height', () => {
    expect(thickenEdges(square, 0.5).mesh.triangles).toHaveLength(6 + 6);
    expect(thickenEdges(square, 2).positions).toEqual(square.positions);
  });
});
