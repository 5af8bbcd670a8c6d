import { readTool, readWhole } from '../../../bin/tool.ts';
import { pick, seeded } from '../../faults/random.ts';
import { recordRun } from '../../reliability/record.ts';
import { keepInput, readCorpus } from './corpus.ts';
import { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { findFailure, PARSERS } from './parsers.ts';

/** Mutates inputs for a parser, favoring those that reach new code. Inputs that break the parser are added to the corpus. */
const { values, positionals, refuse } = readTool(
  `npm run fuzz:parser -- PARSER [--seconds 60] [--seed 1] [--record]; PARSER is one of ${Object.keys(PARSERS).join(', ')}`,
  { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' }, record: { type: 'boolean' } },
);
const name = positionals[0] ?? '';
const parser = PARSERS[name] ?? refuse(`Unknown parser ${JSON.stringify(name)}`);
const seconds = readWhole('--seconds', values.seconds);
const random = seeded(readWhole('--seed', values.seed, 0));

/** Number of inputs between coverage readings, each of which takes tens of milliseconds. It grows as long as no new code is reached. */
const BATCH = { least: 100, most: 3_200 };
/** The run stops after this many different failures. */
const MAX_FAILURES = 20;

const inputs = [...(await parser.seeds()), ...readCorpus(name).values()];
const failures = new Map<string, string>();
const coverage = new Coverage();
let executions = 0;
for (const input of inputs) await run(input);
coverage.sawNew(true);
const first = coverage.size;
const until = performance.now() + seconds * 1000;
let size = BATCH.least;
while (performance.now() < until && failures.size < MAX_FAILURES) {
  // Favor recent inputs, which are the most likely to lead to new code.
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
  `${name}: ${executions} executions in ${seconds} s, ${first} blocks from the seeds, ${coverage.size} at the end, ${inputs.length} inputs`,
);
for (const [failure, file] of failures) console.log(`FAILED  ${failure}\n  ${file}`);
if (values.record)
  recordRun(`parser-${name}`, {
    section: 'Hostile input: executions of parsers, guided by coverage',
    command: `npm run fuzz:parser -- ${name} --seconds ${seconds} --seed ${values.seed}`,
    counts: [{ what: name, tried: executions, failed: failures.size }],
  });
process.exit(failures.size === 0 ? 0 : 1);

async function run(input: Buffer): Promise<void> {
  executions += 1;
  const failure = await findFailure(parser, input);
  // Failures with the same message and location count as one.
  const kind = failure?.split('\n').slice(0, 2).join(' ').replace(/\d+/g, 'N');
  if (kind && !failures.has(kind)) failures.set(kind, keepInput(name, input));
}

/** Bisects the batch to find the inputs that execute new blocks, and keeps them. */
async function keepNew(batch: readonly Buffer[]): Promise<void> {
  const [only] = batch;
  if (batch.length === 1) {
    if (coverage.sawNew(true)) inputs.push(only!);
    return;
  }
  const middle = batch.length >> 1;
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    for (const input of half) await run(input);
    // If only one input is left, coverage is read just once, when the input is kept.
    if (half.length === 1 || coverage.sawNew(false)) await keepNew(half);
  }
}
