import { expect, it } from 'vitest';
import { FIELDS, HOSTILE_URLS, tryHostileUrls } from './hostile-urls.ts';

it(`blocks all ${HOSTILE_URLS.length} hostile URLs in every field of a deployed stage`, async () => {
  expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(140);
  const tried = await tryHostileUrls();
  expect(tried.map(({ field, failed }) => [field, failed])).toEqual(Object.keys(FIELDS).map((field) => [field, []]));
  // Only host names need to be resolved first. Everything else is rejected when it is submitted, so that the client sees the reason.
  for (const { field, connected } of tried) expect(connected, field).toBeLessThanOrEqual(8);
});
