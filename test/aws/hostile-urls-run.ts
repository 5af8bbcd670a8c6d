/** `npm run ssrf`: tries every hostile URL in every field, and keeps the counts for docs/measurements.md. */
import { recordRun } from '../../bench/reliability/record.ts';
import { HOSTILE_URLS, tryHostileUrls } from './hostile-urls.ts';

const tried = await tryHostileUrls();
for (const { field, submitted, connected, fell } of tried) {
  console.log(`${field}: ${submitted} refused at once, ${connected} when the service was to connect, ${fell.length} fell`);
  for (const one of fell) console.log(`  FELL  ${one}`);
}
recordRun('hostile-urls', {
  section: 'Hostile URLs against the rules of a deployed stage',
  command: 'npm run ssrf',
  counts: tried.map(({ field, fell }) => ({ what: field, tried: HOSTILE_URLS.length, fell: fell.length })),
});
process.exit(tried.every(({ fell }) => fell.length === 0) ? 0 : 1);
