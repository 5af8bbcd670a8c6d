import { readBakedActor } from '@talking-avatar/avatar';
import {
  createDepthGrid,
  dressHair,
  findVisibleCloth,
  measureActor,
  multiply,
  OPAQUE,
  placeCamera,
  poseActor,
  projectVertices,
  rasterizePart,
} from '@talking-avatar/avatar/testing';
import { describe, expect, it } from 'vitest';

const actor = await readBakedActor('amara');
describe('cloth that the camera never sees', () => {
  it.each([0, 6] as const)('is the only cloth omitted at camera %i, as the head turns and the body breathes', (id) => {
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
