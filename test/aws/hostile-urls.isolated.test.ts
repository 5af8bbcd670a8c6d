import { expect, it } from 'vitest';
import { FIELDS, HOSTILE_URLS, tryHostileUrls } from './hostile-urls.ts';

it(`none of ${HOSTILE_URLS.length} hostile URLs connects anywhere in a deployed stage, in any field`, async () => {
  expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(140);
  const tried = await tryHostileUrls();
  expect(tried.map(({ field, failed }) => [field, failed])).toEqual(Object.keys(FIELDS).map((field) => [field, []]));
  // Only names have to be resolved first: everything else is refused at once, and the client sees why.
  for (const { field, connected } of tried) expect(connected, field).toBeLessThanOrEqual(8);
});
