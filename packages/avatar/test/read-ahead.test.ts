import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAhead } from '../src/render/read-ahead.ts';

describe('reading ahead', () => {
  it('returns each requested item within the limit of pending reads', async () => {
    const order = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 4 }), async (wanted, ahead) => {
        let [begun, taken] = [0, 0];
        const take = readAhead(
          wanted,
          async (index) => {
            begun++;
            expect(begun - taken).toBeLessThanOrEqual(ahead);
            return `image ${index}`;
          },
          ahead,
        );
        for (const index of wanted) {
          taken++;
          expect(await take(index)).toBe(`image ${index}`);
        }
        expect(begun).toBe(wanted.length);
      }),
    );
  });

  it('returns unexpected items, and rejects only the request that failed', async () => {
    const take = readAhead([1, 2], async (index) => (index === 2 ? Promise.reject(new Error('broken')) : index), 2);
    expect(await take(7)).toBe(7);
    await expect(take(2)).rejects.toThrow('broken');
    expect(await take(1)).toBe(1);
  });
});
