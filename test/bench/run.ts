import { parseArgs } from 'node:util';
import { load, print, reaches, type Section, save } from './report.ts';
import { measureAlignment } from './sections/alignment.ts';
import { measureBundles } from './sections/bundles.ts';
import { measureJobs, measureRequests, measureStart } from './sections/service.ts';
import { measureSolver } from './sections/solver.ts';

const RESULTS = 'out/bench.json';
const BASELINE = 'test/bench/baseline.json';

const SECTIONS = {
  start: measureStart,
  bundles: measureBundles,
  requests: measureRequests,
  jobs: measureJobs,
  solver: measureSolver,
  alignment: measureAlignment,
} satisfies Record<string, () => Promise<Section>>;

/** `npm run bench -- [SECTION…] [--keep]`: measures, prints beside the baseline, writes out/bench.json; --keep makes it the baseline. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(SECTIONS, name));
if (unknown) throw new Error(`There is no section "${unknown}"; there are ${Object.keys(SECTIONS).join(', ')}`);

const sections: Section[] = [];
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`measuring ${name} …`);
  sections.push(await measure());
}
print(sections, await load(BASELINE));
await save(RESULTS, sections);
if (values.keep) await save(BASELINE, sections);
const missed = sections.flatMap(({ figures }) => figures).filter((figure) => reaches(figure) === false);
console.log(
  `\n${missed.length === 0 ? 'Every bar is reached' : `${missed.length} missed`}; the figures are in ${RESULTS}.`,
);
