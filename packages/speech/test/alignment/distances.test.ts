import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureTo } from '../../src/alignment/distances.ts';
import type { Frames } from '../../src/alignment/features.ts';
import { measureDistance } from '../../src/alignment/warping.ts';

const frames = (size: number, most: number): fc.Arbitrary<Frames> =>
  fc
    .integer({ min: 1, max: most })
    .chain((count) =>
      fc
        .array(fc.float({ min: -9, max: 9, noNaN: true }), { minLength: count * size, maxLength: count * size })
        .map((values) => ({ data: Float32Array.from(values), count, size })),
    );

it('matches plain arithmetic for frames of any size and any range', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }).chain((size) => fc.tuple(frames(size, 3), frames(size, 12))),
      fc.nat(),
      fc.nat(),
      ([reference, target], one, other) => {
        const [from, to] = [one % target.count, (other % target.count) + 1].sort((a, b) => a - b) as [number, number];
        const ruler = measureTo(target);
        for (let row = 0; row < reference.count; row++) {
          const measured = ruler.measure(reference, row, from, to);
          for (let column = from; column < to; column++) {
            const expected = measureDistance(reference, row, target, column);
            expect(Math.abs(measured[column - from]! - expected)).toBeLessThanOrEqual(1e-5 * (1 + expected));
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('supports ten minutes, and short recordings after that', () => {
  const long: Frames = { data: new Float32Array(60_000 * 39).fill(1), count: 60_000, size: 39 };
  const short: Frames = { data: new Float32Array(2 * 39), count: 2, size: 39 };
  expect(measureTo(long).measure(short, 1, 59_998, 60_000).slice(0, 2)).toEqual(new Float32Array(2).fill(Math.sqrt(39)));
  expect(measureTo(short).measure(long, 59_999, 0, 2).slice(0, 2)).toEqual(new Float32Array(2).fill(Math.sqrt(39)));
});

it('throws for frames that exceed its memory', () => {
  expect(() => measureTo({ data: new Float32Array(82), count: 2, size: 41 })).toThrow('Frames of 41 values; at most 40');
});
