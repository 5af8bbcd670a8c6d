import { expect, it } from 'vitest';
import { appendStencils, type Polygon, refinePolygons } from '../src/makehuman/refine.ts';

const SIDE = 6;
/** A square that consists of quads. */
const polygons: Polygon[] = Array.from({ length: SIDE * SIDE }, (_, i) => {
  const first = Math.floor(i / SIDE) * (SIDE + 1) + (i % SIDE);
  const vertices = [first, first + 1, first + SIDE + 2, first + SIDE + 1];
  return { vertices, uvs: vertices };
});
const count = (SIDE + 1) ** 2;
/** Returns the height of a bowl above the square. */
const bowl = (x: number, y: number): number => 0.05 * (x * x + y * y);
const positions = Float32Array.from({ length: 3 * count }, (_, i) => {
  const [x, y] = [Math.floor(i / 3) % (SIDE + 1), Math.floor(i / 3 / (SIDE + 1))];
  return [x, y, bowl(x, y)][i % 3]!;
});
/** Selects the quads that are not at the border. */
const inside = ({ vertices: [first = 0] }: Polygon): boolean => {
  const [x, y] = [first % (SIDE + 1), Math.floor(first / (SIDE + 1))];
  return x > 1 && y > 1 && x < SIDE - 2 && y < SIDE - 2;
};
const refined = refinePolygons(polygons, { vertices: count, uvs: count }, inside);
const finer = appendStencils(positions, 3, refined.vertices);

it('a refined mesh keeps its vertices and adds new vertices on its curved surface', () => {
  expect(finer.subarray(0, positions.length)).toEqual(positions);
  expect(refined.vertices.length).toBeGreaterThan(8);
  for (let v = count; v < finer.length / 3; v++) expect(finer[3 * v + 2]!).toBeCloseTo(bowl(finer[3 * v]!, finer[3 * v + 1]!), 5);
});

it('a refined mesh does not have gaps between fine and coarse polygons', () => {
  const edges = new Map<string, number>();
  for (const { vertices } of refined.polygons)
    vertices.forEach((a, k) => {
      const b = vertices[(k + 1) % vertices.length]!;
      const key = `${Math.min(a, b)}-${Math.max(a, b)}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    });
  const open = [...edges.values()].filter((sides) => sides === 1);
  expect(open.length).toBe(4 * SIDE);
});
