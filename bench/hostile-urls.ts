/** `npm run ssrf` tries every hostile URL in every field and records the results for docs/measurements.md. */

import { HOSTILE_URLS, tryHostileUrls } from '../test/aws/hostile-urls.ts';
import { recordRun } from './reliability/record.ts';

const tried = await tryHostileUrls();
for (const { field, submitted, connected, failed } of tried) {
  console.log(`${field}: ${submitted} refused on submission, ${connected} on connection, ${failed.length} failed`);
  for (const one of failed) console.log(`  FAILED  ${one}`);
}
recordRun('hostile-urls', {
  section: 'Hostile URLs against the rules of a deployed stage',
  command: 'npm run ssrf',
  counts: tried.map(({ field, failed }) => ({ what: field, tried: HOSTILE_URLS.length, failed: failed.length })),
});
process.exit(tried.every(({ failed }) => failed.length === 0) ? 0 : 1);
