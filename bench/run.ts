import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readTool } from '../bin/tool.ts';
import { conclude, load, print, type Section, save } from './report.ts';
import { measureAlignment } from './sections/alignment.ts';
import { measureBrowser } from './sections/browser.ts';
import { measureBundles } from './sections/bundles.ts';
import { measureDrift } from './sections/drift.ts';
import { measureFbx } from './sections/fbx.ts';
import { measureMetering } from './sections/metering.ts';
import { measurePeers } from './sections/peers.ts';
import { measureJobs, measureRequests, measureStart } from './sections/service.ts';
import { measureSolver } from './sections/solver.ts';
import { measureSynthesis } from './sections/synthesis.ts';
import { measureTempos } from './sections/tempos.ts';
import { measureTranscripts } from './sections/transcripts.ts';
import { measureVideo, measureVideos } from './sections/video.ts';

const RESULTS = 'out/bench.json';
const BASELINE = 'bench/baseline.json';

/** Time limit for a section, in ms. */
const SECTION_TIMEOUT = 1_800_000;

const SECTIONS: Readonly<Record<string, () => Promise<Section>>> = {
  start: measureStart,
  bundles: measureBundles,
  requests: measureRequests,
  jobs: measureJobs,
  metering: measureMetering,
  solver: measureSolver,
  synthesis: measureSynthesis,
  alignment: measureAlignment,
  transcripts: measureTranscripts,
  tempos: measureTempos,
  peers: measurePeers,
  fbx: measureFbx,
  video: measureVideo,
  videos: measureVideos,
  browser: measureBrowser,
  drift: measureDrift,
};

/**
 * `npm run bench -- [SECTION…] [--keep]` measures each section in a separate process, prints the figures next to the baseline, and writes
 * them to out/bench.json. `--keep` makes them the new baseline. `--section NAME` measures a single section in this process and prints JSON.
 */
const { values, positionals } = readTool(
  `npm run bench -- [SECTION…] [--keep]\n\n  sections: ${Object.keys(SECTIONS).join(', ')}`,
  { keep: { type: 'boolean', default: false }, section: { type: 'string' } },
  Object.keys(SECTIONS),
);
if (values.section) console.log(JSON.stringify(await SECTIONS[values.section]?.()));
else await measureAll(positionals.length > 0 ? positionals : Object.keys(SECTIONS));

async function measureAll(names: readonly string[]): Promise<void> {
  const sections: Section[] = [];
  for (const name of names) sections.push(await measureApart(name));
  const baseline = await load(BASELINE);
  print(sections, baseline);
  await save(RESULTS, sections);
  if (values.keep) await save(BASELINE, replace(baseline, sections));
  console.log(`\n${conclude(sections)}; the figures are in ${RESULTS}.`);
}

/** Replaces the sections that were measured in the baseline. */
function replace(baseline: readonly Section[], measured: readonly Section[]): Section[] {
  const titles = new Set(measured.map(({ title }) => title));
  return [...baseline.filter(({ title }) => !titles.has(title)), ...measured];
}

/** Measures a section in a separate process, so that its memory and connections do not affect the next one. */
async function measureApart(name: string): Promise<Section> {
  console.error(`Measuring ${name} …`);
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), '--section', name], {
    timeout: SECTION_TIMEOUT,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Section;
}
