import { readBakedActor } from '@talking-avatar/avatar';
import { findPokes, POSTURES } from '@talking-avatar/avatar/testing';
import { ACTORS } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';

/** Number of rows in the pictures, and the maximum number of cells with skin in front of a hem that is folded under it. */
const ROWS = 160;
const HEM = 24;

/** Maximum share of the texture's width that a meter of skin takes up on any actor's face. */
const DENSEST = 14;

describe.each(ACTORS.map(({ id }) => id))('the skin of %s', (id) => {
  const read = readBakedActor(id);

  it('stays under the clothes from every side, no matter how the body moves', async () => {
    const actor = await read;
    for (const camera of [0, 1, 6, 7] as const) {
      for (let posture = camera === 0 ? 0 : camera % 2; posture < POSTURES; posture += 2) {
        const cells = [...findPokes(actor, camera, posture, ROWS).values()].reduce((sum, each) => sum + each, 0);
        expect(cells, `camera ${camera}, posture ${posture}`).toBeLessThanOrEqual(HEM);
      }
    }
  });

  it('does not have a visible seam, because no triangle spans two pieces of its texture', async () => {
    const { positions, uvs, indices } = (await read).parts.find(({ name }) => name === 'skin')!;
    const distance = (values: Float32Array, size: number, a: number, b: number): number =>
      Math.hypot(...Array.from({ length: size }, (_, k) => values[a * size + k]! - values[b * size + k]!));
    let most = 0;
    for (let t = 0; t < indices.length; t++) {
      const [a, b] = [indices[t]!, indices[t % 3 === 2 ? t - 2 : t + 1]!];
      most = Math.max(most, distance(uvs, 2, a, b) / (distance(positions, 3, a, b) + 0.002));
    }
    expect(most).toBeLessThan(DENSEST);
  });
});
