import { expect, it } from 'vitest';
import { renderProgress, stitchProgress } from '../../layers/jobs/index.ts';

it('a film goes on while it is joined, and is not told to be done before it is', () => {
  expect(stitchProgress(0)).toBe(renderProgress(1));
  const told = [0, 0.2, 0.6, 0.8, 1].map(stitchProgress);
  expect(new Set(told).size).toBe(told.length);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeLessThan(1);
});
