import type { Part } from '@talking-avatar/avatar/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bakeContactShadow } from '../src/geometry/contact-shadow.ts';

/** Creates a part in which only the positions matter. */
const part = (positions: readonly number[], indices: readonly number[] = []): Part =>
  ({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }) as unknown as Part;

/** A 20 cm square in the xy plane. */
const cloth = part([-0.1, -0.1, 0, 0.1, -0.1, 0, -0.1, 0.1, 0, 0.1, 0.1, 0], [0, 1, 2, 1, 3, 2]);

describe('skin next to a garment', () => {
  it('is darker the closer it is, and unchanged beyond 3 cm', () => {
    const along = fc.double({ min: -0.09, max: 0.09, noNaN: true });
    fc.assert(
      fc.property(along, along, (x, y) => {
        const depths = [0, 0.01, 0.02, 0.031, 0.2];
        const skin = part(depths.flatMap((depth) => [x, y, -depth]));
        const open = bakeContactShadow(skin, new Float32Array(5).fill(0.8), [cloth]);
        expect(open[0]).toBeLessThan(0.25);
        expect(open[1]).toBeGreaterThan(open[0]!);
        expect(open[2]).toBeGreaterThan(open[1]!);
        expect([open[3], open[4]]).toEqual([Math.fround(0.8), Math.fround(0.8)]);
      }),
    );
  });

  it('is unchanged without garments', () => {
    expect([...bakeContactShadow(part([0, 0, 0]), Float32Array.of(0.5), [])]).toEqual([0.5]);
  });
});
