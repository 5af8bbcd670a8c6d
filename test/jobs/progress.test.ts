import { expect, it } from 'vitest';
import { renderProgress, stitchProgress } from '#jobs';

it('increases while a video is stitched, and is below 1 until its end', () => {
  expect(stitchProgress(0)).toBe(renderProgress(1));
  const reported = [0, 0.2, 0.6, 0.8, 1].map(stitchProgress);
  expect(new Set(reported).size).toBe(reported.length);
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toBeLessThan(1);
});
