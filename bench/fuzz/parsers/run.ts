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

/** Inputs between two looks at the coverage, each of which takes tens of ms: more where nothing new comes. */
const BATCH = { least: 100, most: 3_200 };
/** Different falls that are kept: more say little more. */
const MOST_FALLS = 20;

const inputs = [...(await parser.seeds()), ...readCorpus(name).values()];
const falls = new Map<string, string>();
const coverage = new Coverage();
let executions = 0;
for (const input of inputs) await run(input);
coverage.sawNew(true);
const first = coverage.size;
const until = performance.now() + seconds * 1000;
let size = BATCH.least;
while (performance.now() < until && falls.size < MOST_FALLS) {
  // Those that came last are tried more often: they lead to where nothing has been yet.
  const batch = Array.from({ length: size }, () => {
    const from = random() < 0.5 ? pick(random, inputs) : inputs[Math.floor(inputs.length * Math.sqrt(random()))]!;
    const change = (part: Buffer) => mutate(part, random, parser.words, inputs);
    return parser.change ? parser.change(from, random, change) : change(from);
  });
  for (const input of batch) await run(input);
  const fresh = coverage.sawNew(false);
  if (fresh) await keepNew(batch);
  size = fresh ? Math.max(BATCH.least, size / 2) : Math.min(BATCH.most, size * 2);
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
  executions += 1;
  const fall = await findFall(parser, input);
  // One fall in many forms is one: the first line and the place.
  const kind = fall?.split('\n').slice(0, 2).join(' ').replace(/\d+/g, 'N');
  if (kind && !falls.has(kind)) falls.set(kind, keepInput(name, input));
}

/** Keeps the inputs that run new blocks: which they are shows when halves of them run again. */
async function keepNew(batch: readonly Buffer[]): Promise<void> {
  const [only] = batch;
  if (batch.length === 1) {
    if (coverage.sawNew(true)) inputs.push(only!);
    return;
  }
  const middle = batch.length >> 1;
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    for (const input of half) await run(input);
    // What a half of one ran is looked at once, when it is kept.
    if (half.length === 1 || coverage.sawNew(false)) await keepNew(half);
  }
}
