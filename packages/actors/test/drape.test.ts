import { describe, expect, it } from 'vitest';
import { drapeCloth } from '../src/geometry/drape.ts';
import type { PartSource } from '../src/geometry/part.ts';

const SIDE = 41;
const NECK: [number, number, number] = [0, 0.2, 0];

/** A 40 cm sheet in front of the chest, whose upper edge has a step. */
function sheet(): PartSource {
  const count = SIDE * SIDE;
  const positions = Float32Array.from({ length: 3 * count }, (_, i) => {
    const [column, row] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
    const step = row === SIDE - 1 && column % 2 ? 0.004 : 0;
    return [0.01 * (column - (SIDE - 1) / 2), 0.01 * (row - (SIDE - 1) / 2) + step, 0.05][i % 3]!;
  });
  const squares = Array.from({ length: count }, (_, v) => v).filter((v) => v % SIDE < SIDE - 1 && v < count - SIDE);
  const triangles = Uint32Array.from(squares.flatMap((v) => [v, v + 1, v + SIDE, v + SIDE, v + 1, v + SIDE + 1]));
  return {
    name: 'cloth1',
    substance: 'cloth',
    positions,
    shapes: new Map(),
    mesh: { positions, triangles, uvTriangles: triangles, uvs: new Float32Array(2 * count) },
    triangleStarts: Array.from({ length: triangles.length / 3 }, (_, t) => 3 * t),
    binding: { joints: new Uint8Array(4 * count), weights: new Float32Array(4 * count) },
    material: { tint: [1, 1, 1], roughness: 1, alpha: 'opaque', doubleSided: true },
  };
}

describe('draped cloth', () => {
  const before = sheet();
  const { positions } = drapeCloth(before, NECK, -0.1);
  const depths = Array.from({ length: SIDE * SIDE }, (_, v) => positions[3 * v + 2]! - 0.05);

  it('has folds of a few millimeters that never sink into the surface below', () => {
    expect(Math.min(...depths)).toBeGreaterThan(-1e-4);
    expect(Math.max(...depths)).toBeGreaterThan(0.003);
    expect(Math.max(...depths)).toBeLessThan(0.012);
    expect(depths.filter((depth) => depth < 0.0005).length).toBeGreaterThan(0.2 * depths.length);
  });

  it('is flat next to the neck, and unchanged below', () => {
    for (let v = 0; v < SIDE * SIDE; v++) {
      const [x, y] = [before.positions[3 * v]!, before.positions[3 * v + 1]!];
      if (y < -0.1) expect(positions.slice(3 * v, 3 * v + 3)).toEqual(before.positions.slice(3 * v, 3 * v + 3));
      if (Math.hypot(x - NECK[0], 0.05 - NECK[2]) < 0.09) expect(depths[v]).toBeLessThan(1e-4);
    }
  });

  it('has smoother edges', () => {
    const steps = (of: Float32Array): number =>
      Array.from({ length: SIDE - 2 }, (_, k) => 3 * (SIDE * (SIDE - 1) + k) + 1).reduce(
        (sum, at) => sum + Math.abs(of[at]! - of[at + 3]!),
        0,
      );
    expect(steps(positions)).toBeLessThan(0.5 * steps(before.positions));
  });
});
