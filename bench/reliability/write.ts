import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable, publish } from '../../bin/markdown.ts';
import { type Count, RUNS, type Run } from './record.ts';

/** `npm run reliability` rebuilds the table in docs/measurements.md from the recorded runs. */
const runs = readdirSync(RUNS)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(RUNS, name), 'utf8')) as Run);

const rows = [...Map.groupBy(runs, ({ section }) => section)].map(([section, ofSection]) => {
  const counts = ofSection.flatMap((run) => run.counts);
  const kinds = [...Map.groupBy(counts, ({ what }) => what)].map(([what, all]) => {
    const failed = total(all, 'failed');
    return `${what} ${format(total(all, 'tried'))}${failed > 0 ? ` (${format(failed)} failed)` : ''}`;
  });
  const passed = total(counts, 'tried') - total(counts, 'failed');
  const [command] = /^npm run \S+/.exec(ofSection[0]!.command)!;
  return [section, kinds.join(', '), `${format(passed)} of ${format(total(counts, 'tried'))}`, `\`${command}\``];
});

function total(counts: readonly Count[], field: 'tried' | 'failed'): number {
  return counts.reduce((sum, count) => sum + count[field], 0);
}

function format(number: number): string {
  return number.toLocaleString('en-US');
}

publish('measurements.md', 'reliability', formatTable(['Attack', 'Tries', 'Passed', 'Command'], rows, [2]));
console.log(`docs/measurements.md: ${runs.length} runs`);
