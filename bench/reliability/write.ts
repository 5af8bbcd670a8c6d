import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Count, RUNS, type Run } from './record.ts';

/** `npm run reliability`: writes the tables of docs/reliability.md anew from the runs that were recorded. */
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'reliability.md');
const MARK = '<!-- counts of test/reliability/runs -->';

const runs = readdirSync(RUNS)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(RUNS, name), 'utf8')) as Run);

const sections = [...Map.groupBy(runs, ({ section }) => section)].map(([section, ofSection]) => {
  const counts = [
    ...Map.groupBy(
      ofSection.flatMap((run) => run.counts),
      ({ what }) => what,
    ),
  ].map(([what, all]) => sum(what, all));
  const rows = [...counts, sum('**all**', counts)].map(
    ({ what, tried, fell }) => `| ${what} | ${format(tried)} | ${format(tried - fell)} | ${format(fell)} |`,
  );
  const commands = ofSection.map(({ command, day }) => `- \`${command}\` (${day})`);
  return [
    `## ${section}`,
    '',
    '| Tried | Times | Held | Fell |',
    '| --- | --: | --: | --: |',
    ...rows,
    '',
    ...commands,
  ].join('\n');
});

function sum(what: string, counts: readonly Count[]): Count {
  const total = (field: 'tried' | 'fell') => counts.reduce((all, count) => all + count[field], 0);
  return { what, tried: total('tried'), fell: total('fell') };
}

function format(number: number): string {
  return number.toLocaleString('en-US');
}

const [head = ''] = readFileSync(PAGE, 'utf8').split(MARK);
writeFileSync(PAGE, `${head}${MARK}\n\n${sections.join('\n\n')}\n`);
console.log(`${PAGE}: ${runs.length} runs`);
