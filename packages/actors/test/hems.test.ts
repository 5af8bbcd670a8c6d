import { describe, expect, it } from 'vitest';
import { drawHems } from '../src/textures/hems.ts';

const SIZE = 512;

/** Two 20 cm squares side by side in the middle half of the texture, with or without a cut between them. */
function cloth(cut: boolean, turn = 0) {
  const places = [0, 1, 2, 3, 4, 5].map((v) => [0.2 * (v % 3), 0.2 * Math.floor(v / 3), 0]);
  const triangles = Uint32Array.from([0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4]);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const uvs = places.flatMap(([x, y]) => [0.25 + cos * x! - sin * y!, 0.25 + sin * x! + cos * y!]);
  // Along the cut, the right-hand piece has its own texture coordinates.
  const own = new Map([
    [1, 6],
    [4, 7],
  ]);
  const uvTriangles = triangles.map((v, i) => (cut && i >= 6 ? (own.get(v) ?? v) : v));
  return {
    positions: Float32Array.from(places.flat()),
    triangles,
    uvTriangles,
    uvs: Float32Array.from([...uvs, ...uvs.slice(2, 4), ...uvs.slice(8, 10)]),
  };
}

const draw = (cut: boolean) => {
  const mesh = cloth(cut);
  const { light } = drawHems(mesh, mesh.positions, SIZE);
  return (x: number, y: number): number => light[Math.round((0.25 + y) * SIZE) * SIZE + Math.round((0.25 + x) * SIZE)]!;
};

describe('hems', () => {
  const light = draw(false);

  it('have a light rim and a row of stitches at open edges, and leave the rest unchanged', () => {
    expect(light(0.1, 0)).toBeGreaterThan(1.1);
    const row = Array.from({ length: 60 }, (_, i) => light(0.05 + i / SIZE, 0.006));
    const stitched = row.filter((value) => value < 0.8).length;
    expect(stitched).toBeGreaterThan(20);
    expect(stitched).toBeLessThan(55);
    expect(light(0.1, 0.1)).toBe(1);
  });

  it('have stitches along the edge, regardless of how the piece is oriented in the texture', () => {
    const mesh = cloth(false, Math.PI / 4);
    const { light: turned } = drawHems(mesh, mesh.positions, SIZE);
    const share = Math.SQRT1_2;
    const row = Array.from({ length: 120 }, (_, i) => {
      const [along, across] = [0.05 + i / 1200, 0.006];
      const [x, y] = [share * (along - across), share * (along + across)];
      return turned[Math.floor((0.25 + y) * SIZE) * SIZE + Math.floor((0.25 + x) * SIZE)]! < 0.8;
    });
    const changes = row.filter((stitched, i) => i > 0 && stitched !== row[i - 1]).length;
    // There are 28 stitches of 3.6 mm in 10 cm, each of which has a beginning and an end.
    expect(changes).toBeGreaterThan(30);
    expect(changes).toBeLessThan(56);
  });

  it('are a band with a groove on knits, equally wide on the actor wherever the texture is stretched', () => {
    const mesh = cloth(false);
    const stretched = mesh.positions.map((value, k) => (k % 3 === 1 ? 1.5 * value : value));
    for (const [positions, factor] of [
      [mesh.positions, 1],
      [stretched, 1.5],
    ] as const) {
      const { light, isBand } = drawHems(mesh, positions, SIZE, true);
      const pixel = (y: number): number => Math.round((0.25 + y / factor) * SIZE) * SIZE + Math.round(0.35 * SIZE);
      expect(light[pixel(0.019)]).toBeLessThan(0.88);
      expect(light[pixel(0.006)]).toBeGreaterThan(0.95);
      expect([0.01, 0.026].map((y) => isBand(pixel(y)))).toEqual([true, false]);
      expect(light[pixel(0.1)]).toBe(1);
    }
  });

  it('leave the interior unchanged, even where the texture is cut', () => {
    expect(light(0.2, 0.1)).toBe(1);
    expect(draw(true)(0.2, 0.1)).toBe(1);
  });
});
