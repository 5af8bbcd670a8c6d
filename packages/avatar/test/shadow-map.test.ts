import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CELLS, layOut, type ShadowMaps } from '../src/render/shadow-map.ts';
import { makeFigure } from './fbx/figure.ts';

const actor = makeFigure(30);
const EMPTY = Number.NEGATIVE_INFINITY;

/** A corner of a triangle, as column, row, and depth. Many corners are outside the map. */
const anyEighth = (from: number, to: number) => fc.integer({ min: 8 * from, max: 8 * to }).map((value) => value / 8);
const anyPoint = fc.tuple(anyEighth(-80, CELLS + 80), anyEighth(-80, CELLS + 80), anyEighth(-1, 1));

const pointsOf = ({ kernel, points }: ShadowMaps, count: number): Float64Array =>
  new Float64Array(kernel.memory.buffer, points[0], 3 * count);
const mapOf = ({ kernel, maps }: ShadowMaps): Float32Array => new Float32Array(kernel.memory.buffer, maps.solid, CELLS * CELLS);

describe('a depth map', () => {
  it('contains the covered cells, and ignores triangles beyond its edges', () => {
    const memory = layOut(actor.parts);
    const { kernel, maps, indices, points } = memory;
    fc.assert(
      fc.property(fc.tuple(anyPoint, anyPoint, anyPoint), (corners) => {
        pointsOf(memory, 3).set(corners.flat());
        new Uint32Array(kernel.memory.buffer, indices, 3).set([0, 1, 2]);
        kernel.clearMap(maps.solid, CELLS);
        kernel.clearMap(maps.hair, CELLS);
        kernel.castTriangles(maps.solid, CELLS, points[0]!, indices, 1);
        const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners;
        const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
        const map = mapOf(memory);
        for (let cell = 0; cell < map.length; cell += 1) {
          const [x, y] = [(cell % CELLS) - ax, Math.floor(cell / CELLS) - ay];
          const v = (x * (cy - ay) - (cx - ax) * y) / area;
          const w = ((bx - ax) * y - x * (by - ay)) / area;
          const least = Math.min(v, w, 1 - v - w);
          const drawn = map[cell]!;
          const covered = least > 0;
          const apart = Math.abs(area) < 1e-6 || least < -0.02;
          if ((apart && drawn !== EMPTY) || (covered && Math.abs(area) > 1e-6 && drawn === EMPTY))
            throw new Error(`cell ${cell % CELLS}, ${Math.floor(cell / CELLS)} of ${JSON.stringify(corners)}: ${drawn}`);
          if (covered && Math.abs(area) > 1) {
            const depth = az + v * (bz - az) + w * (cz - az);
            if (Math.abs(drawn - depth) > 1e-3) throw new Error(`depth ${drawn} instead of ${depth}`);
          }
        }
        expect(new Float32Array(kernel.memory.buffer, maps.hair, 8).every((value) => value === EMPTY)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('lights uncovered points fully, and reuses its map', () => {
    const memory = layOut(actor.parts);
    const { kernel, maps, points, shares } = memory;
    kernel.clearMap(maps.solid, CELLS);
    const [blur, count] = [16, CELLS - 2 * 16];
    for (let k = 0; k < count; k++) pointsOf(memory, count).set([k + blur, blur, 0], 3 * k);
    kernel.measureOpenShares(maps.solid, CELLS, points[0]!, count, 0.01, blur, 2, 0, shares);
    expect(new Float64Array(kernel.memory.buffer, shares, count).every((share) => share === 1)).toBe(true);
    expect(mapOf(memory).every((depth) => depth === EMPTY)).toBe(true);
  });
});
