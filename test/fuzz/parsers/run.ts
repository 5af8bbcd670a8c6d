import { readTool, readWhole } from '../../../bin/tool.ts';
import { pick, seeded } from '../../faults/random.ts';
import { recordRun } from '../../reliability/record.ts';
import { keepInput, readCorpus } from './corpus.ts';
import { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { findFall, PARSERS } from './parsers.ts';

/**
 * Sends changed inputs to a parser, and goes on from those that ran code that none had run before. What a parser falls on is kept in
 * the corpus.
 */
const { values, positionals, refuse } = readTool(
  `npm run fuzz:parser -- PARSER [--seconds 60] [--seed 1] [--record]; PARSER is one of ${Object.keys(PARSERS).join(', ')}`,
  { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' }, record: { type: 'boolean' } },
);
const name = positionals[0] ?? '';
const parser = PARSERS[name] ?? refuse(`There is no parser ${JSON.stringify(name)}`);
const seconds = readWhole('--seconds', values.seconds);
const random = seeded(readWhole('--seed', values.seed, 0));

/** Inputs between two looks at the coverage, which take some ms. */
const BATCH = 100;
const GROUP = 10;
/** Different falls that are kept: more say little more. */
const MOST_FALLS = 20;

const inputs = [...(await parser.seeds()), ...readCorpus(name).values()];
const falls = new Map<string, string>();
const coverage = new Coverage();
for (const input of inputs) await run(input);
coverage.sawNew(true);
const first = coverage.size;
let executions = inputs.length;
const until = performance.now() + seconds * 1000;
while (performance.now() < until && falls.size < MOST_FALLS) {
  // Those that came last are tried more often: they lead to where nothing has been yet.
  const batch = Array.from({ length: BATCH }, () => {
    const from = random() < 0.5 ? pick(random, inputs) : inputs[Math.floor(inputs.length * Math.sqrt(random()))]!;
    return mutate(from, random, parser.words, inputs);
  });
  for (const input of batch) await run(input);
  executions += batch.length;
  if (coverage.sawNew(false)) await keepNew(batch);
}
console.log(
  `${name}: ${executions} executions in ${seconds} s, ${first} blocks by the seeds, ${coverage.size} in the end, ${inputs.length} inputs`,
);
for (const [fall, file] of falls) console.log(`FELL  ${fall}\n  ${file}`);
if (values.record)
  recordRun(`parser-${name}`, {
    section: 'Hostile input: executions of parsers, guided by coverage',
    command: `npm run fuzz:parser -- ${name} --seconds ${seconds} --seed ${values.seed}`,
    counts: [{ what: name, tried: executions, fell: falls.size }],
  });
process.exit(falls.size === 0 ? 0 : 1);

async function run(input: Buffer): Promise<void> {
  const fall = await findFall(parser, input);
  // One fall in many forms is one: the first line and the place.
  const kind = fall?.split('\n').slice(0, 2).join(' ').replace(/\d+/g, 'N');
  if (kind && !falls.has(kind)) falls.set(kind, keepInput(name, input));
}

/** Keeps the inputs of a batch that run new blocks: which they are shows when they run again in groups, and then one by one. */
async function keepNew(batch: readonly Buffer[]): Promise<void> {
  executions += batch.length;
  for (let from = 0; from < batch.length; from += GROUP) {
    const group = batch.slice(from, from + GROUP);
    for (const input of group) await run(input);
    if (!coverage.sawNew(false)) continue;
    for (const input of group) {
      await run(input);
      if (coverage.sawNew(true)) inputs.push(input);
    }
  }
}
