import { hasRecordings, RECORDINGS } from './recordings.ts';
import { replayAll } from './replay.ts';
import { listAccepted, newDifferences, tabulate } from './report.ts';

const verbose = process.argv.includes('--verbose');

if (!hasRecordings()) {
  console.error(`There are no recordings in ${RECORDINGS}; set AWS_RECORDINGS to their folder.`);
  process.exitCode = 2;
} else {
  const results = await replayAll();
  console.table(tabulate(results));
  console.log(`Accepted differences:\n${listAccepted(results).join('\n')}\n`);
  for (const result of results) {
    const fresh = newDifferences(result);
    if (verbose && result.refused) console.log(`${result.service}  ${result.scenario}: rejected: ${result.refused}`);
    for (const { path, aws, here } of fresh) {
      console.log(`${result.service}  ${result.scenario}  ${path}\n    AWS:  ${JSON.stringify(aws)}\n    here: ${JSON.stringify(here)}`);
      process.exitCode = 1;
    }
  }
}
