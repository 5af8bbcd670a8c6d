import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartSource } from '../src/geometry/part.ts';
import { subdivideLongEdges } from '../src/geometry/subdivide.ts';

/** An octahedron around the origin, in which each corner follows a different joint. */
function octahedron(radius: number): PartSource {
  const positions = Float32Array.from([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1], (x) => x * radius);
  const triangles = Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5);
  const uvs = Float32Array.from([0, 1, 2, 3, 4, 5].flatMap((n) => [n / 5, 1 - n / 5]));
  return {
    name: 'hair1',
    substance: 'hair',
    mesh: { positions, triangles, uvTriangles: triangles, uvs },
    positions,
    triangleStarts: [0, 3, 6, 9, 12, 15, 18, 21],
    binding: {
      joints: Uint8Array.from([0, 1, 2, 3, 4, 5].flatMap((n) => [n, 0, 0, 0])),
      weights: Float32Array.from([0, 1, 2, 3, 4, 5].flatMap(() => [1, 0, 0, 0])),
    },
    shapes: new Map([['jawOpen', positions.map((x) => x / 2)]]),
    material: { tint: [1, 1, 1], roughness: 1, alpha: 'cutout', doubleSided: true },
  };
}

describe('the refinement of a coarse mesh', () => {
  it('keeps its corners, remains closed, and becomes rounder', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 1, noNaN: true }), (radius) => {
        const coarse = octahedron(radius);
        const { mesh, positions, triangleStarts, binding, shapes } = subdivideLongEdges(coarse, 0.015);
        expect(triangleStarts).toHaveLength(32);
        expect(positions.subarray(0, 18)).toEqual(coarse.positions);
        expect(mesh.uvs).toHaveLength(2 * 18);
        expect(shapes.get('jawOpen')).toHaveLength(positions.length);
        const sides = new Map<string, number>();
        for (let t = 0; t < mesh.triangles.length; t += 3)
          for (const [a, b] of [0, 1, 2].map((k) => [mesh.triangles[t + k]!, mesh.triangles[t + ((k + 1) % 3)]!])) {
            sides.set(`${a} ${b}`, (sides.get(`${a} ${b}`) ?? 0) + 1);
            sides.set(`${b} ${a}`, sides.get(`${b} ${a}`) ?? 0);
          }
        expect([...new Set(sides.values())]).toEqual([1]);
        for (let v = 6; v < 18; v++) {
          const distance = Math.hypot(...positions.subarray(3 * v, 3 * v + 3)) / radius;
          expect(distance).toBeGreaterThan(0.85);
          expect(distance).toBeLessThanOrEqual(1.1);
          const weights = [...binding.weights.subarray(4 * v, 4 * v + 4)];
          expect(weights).toEqual([0.5, 0.5, 0, 0]);
        }
      }),
    );
  });

  it("rounds an open mesh's outline except its corners", () => {
    // A quarter of a ring in the xy plane, six segments long and one segment wide.
    const bend = (k: number, radius: number): number[] => {
      const angle = (k * Math.PI) / 12;
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    };
    const positions = Float32Array.from([0, 1, 2, 3, 4, 5, 6].flatMap((k) => [...bend(k, 0.1), ...bend(k, 0.12)]));
    const triangles = Uint32Array.from([0, 1, 2, 3, 4, 5].flatMap((k) => [0, 1, 2, 1, 3, 2].map((v) => v + 2 * k)));
    const coarse = octahedron(1);
    const uvs = new Float32Array(28);
    const binding = { joints: new Uint8Array(56), weights: new Float32Array(56).fill(0.25) };
    const triangleStarts = Array.from({ length: 12 }, (_, i) => 3 * i);
    const mesh = { positions, triangles, uvTriangles: triangles, uvs };
    const fine = subdivideLongEdges({ ...coarse, mesh, positions, triangleStarts, binding, shapes: new Map() }, 0.015);
    const radii = Array.from({ length: fine.positions.length / 3 }, (_, v) =>
      Math.hypot(fine.positions[3 * v]!, fine.positions[3 * v + 1]!),
    );
    // The middles of the chords are 0.86% inside the ring.
    const onInner = radii.slice(14).filter((radius) => radius < 0.105);
    expect(onInner).toHaveLength(6);
    expect(onInner.filter((radius) => radius > 0.0998)).toHaveLength(4);
  });

  it('leaves a fine mesh unchanged', () => {
    const fine = octahedron(0.01);
    const { positions, triangleStarts, mesh } = subdivideLongEdges(fine, 0.015);
    expect([...positions]).toEqual([...fine.positions]);
    expect(triangleStarts.map((t) => [...mesh.triangles.subarray(t, t + 3)])).toEqual(
      fine.triangleStarts.map((t) => [...fine.mesh.triangles.subarray(t, t + 3)]),
    );
  });

  it('splits only long edges, without gaps next to triangles split into two or three', () => {
    const stretch = fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(stretch, (factors) => {
        const coarse = octahedron(0.01);
        const positions = coarse.positions.map((value, i) => value * factors[i % 3]!);
        const { mesh, triangleStarts } = subdivideLongEdges({ ...coarse, positions }, 0.015);
        const sides = new Map<string, number>();
        for (const t of triangleStarts)
          for (const k of [0, 1, 2]) {
            const side = `${mesh.triangles[t + k]} ${mesh.triangles[t + ((k + 1) % 3)]}`;
            sides.set(side, (sides.get(side) ?? 0) + 1);
          }
        for (const [side, count] of sides) {
          expect(count).toBe(1);
          expect(sides.has(side.split(' ').reverse().join(' '))).toBe(true);
        }
      }),
    );
  });
});
