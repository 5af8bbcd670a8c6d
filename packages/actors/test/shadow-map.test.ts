import { readBakedActor } from '@talking-avatar/avatar';
import {
  CELLS,
  createDepthGrid,
  dressHair,
  findVisibleCloth,
  layOut,
  measureActor,
  multiply,
  OPAQUE,
  placeCamera,
  poseActor,
  projectVertices,
  rasterizePart,
  type ShadowMaps,
} from '@talking-avatar/avatar/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const actor = await readBakedActor('amara');
const EMPTY = Number.NEGATIVE_INFINITY;

/** A corner of a triangle: column, row, depth. Many are outside the map. */
const anyEighth = (from: number, to: number) => fc.integer({ min: 8 * from, max: 8 * to }).map((value) => value / 8);
const anyPoint = fc.tuple(anyEighth(-80, CELLS + 80), anyEighth(-80, CELLS + 80), anyEighth(-1, 1));

const pointsOf = ({ kernel, points }: ShadowMaps, count: number): Float64Array =>
  new Float64Array(kernel.memory.buffer, points[0], 3 * count);
const mapOf = ({ kernel, maps }: ShadowMaps): Float32Array => new Float32Array(kernel.memory.buffer, maps.solid, CELLS * CELLS);

describe('a depth map', () => {
  it('has what triangles cover, and nothing of what is beyond its edges', () => {
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

  it('leaves all light to what nothing covers, and keeps its map', () => {
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

describe('cloth that the camera never sees', () => {
  it.each([0, 6] as const)('is the only cloth that is left out at camera %i, as the head turns and the body breathes', (id) => {
    const camera = placeCamera(id, measureActor(actor), 16 / 9);
    const dressed = dressHair(actor, camera).actor;
    const kept = findVisibleCloth(dressed, camera, new Map());
    const opaque = dressed.parts.filter(
      ({ substance, material }) => (substance === 'cloth' || substance === 'skin') && material.alpha === 'opaque',
    );
    const turns = { headYaw: [0, 0.3, -0.3], headPitch: [0, 0.15, -0.15], breath: [0, 1, 0] };
    const channels = new Map(Object.entries(turns).map(([name, values]) => [name, Float32Array.from(values)]));
    let all = 0;
    for (let frame = 0; frame < 3; frame++) {
      const { joints } = poseActor(dressed, { fps: 30, frames: 3, channels }, camera, frame);
      const matrices = joints.map((joint) => multiply(camera.viewProjection, joint));
      const grid = createDepthGrid(640, 360);
      const seen = new Map<number, number>();
      for (const [k, part] of opaque.entries())
        rasterizePart(grid, part, projectVertices(part, matrices, grid), OPAQUE, (triangle, cell, distance) => {
          if (distance >= grid.nearest[cell]!) return;
          grid.nearest[cell] = distance;
          grid.foremost[cell] = triangle;
          seen.set(cell, k);
        });
      const drawn = opaque.map((part) => new Set(trianglesOf(kept.get(part) ?? part.indices)));
      for (const [cell, k] of seen) {
        const at = 3 * grid.foremost[cell]!;
        expect(drawn[k]!.has(opaque[k]!.indices.subarray(at, at + 3).join())).toBe(true);
        all++;
      }
    }
    expect(all).toBeGreaterThan(100_000);
    const cloth = opaque.filter((part) => kept.has(part));
    const count = (arrays: readonly Uint32Array[]) => arrays.reduce((sum, { length }) => sum + length, 0);
    expect(count(cloth.map((part) => kept.get(part)!))).toBeLessThan(0.8 * count(cloth.map(({ indices }) => indices)));
  });
});

const trianglesOf = (indices: Uint32Array): string[] =>
  Array.from({ length: indices.length / 3 }, (_, t) => indices.subarray(3 * t, 3 * t + 3).join());
