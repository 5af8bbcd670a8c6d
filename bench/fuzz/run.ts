import { fuzzedSsml } from '@talking-avatar/speech/testing';
import type { Report } from 'local-aws';
import { alignColumns } from '../../bin/operator/columns.ts';
import { readTool, readWhole } from '../../bin/tool.ts';
import { startService } from '../../test/e2e/service.ts';
import { fuzzContract } from './contract/fuzz.ts';
import { makeJobs } from './contract/jobs.ts';
import { type Ending, fuzzedRecordings, sendAll, sendRecording, sendText } from './submissions.ts';

/**
 * `npm run fuzz -- --recordings 300 --texts 300 --requests 300 --seed 1`: sends damaged recordings, SSML and requests that careless or
 * hostile clients may send to a local service, and prints what became of them and what each function took. Ends with 1 when any of them is answered
 * with anything but a result or a reason, does not end, or when a function dies, runs out of time or takes more than its memory.
 * Errors that functions log are counted and shown beside: the status of the job shows whether they mattered.
 */
const { values } = readTool(
  'npm run fuzz -- [--recordings 300] [--texts 300] [--requests 300] [--seed 1]',
  {
    recordings: { type: 'string', default: '300' },
    texts: { type: 'string', default: '300' },
    requests: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
  [],
);
const seed = readWhole('--seed', values.seed, 0);
const count = {
  recordings: readWhole('--recordings', values.recordings, 0),
  texts: readWhole('--texts', values.texts, 0),
  /** For each operation. */
  requests: readWhole('--requests', values.requests, 0),
};

/** Submissions at once: as many as two processors can work at beside the service itself. */
const AT_ONCE = 2;

/** Milliseconds that a job may take: the longest texts are said for a quarter of an hour. */
const PATIENCE = 400_000;

/** Characters of a logged error that are shown. */
const LOGGED_CHARACTERS = 300;

/** Most of each function, and how often it died or ran out of time. */
interface Usage {
  invocations: number;
  seconds: number;
  memory: number;
  limit: number;
}
const usage = new Map<string, Usage>();
const faults: string[] = [];
const logged = new Map<string, number>();

function onReport({ functionName, duration, maxMemoryUsed, memorySize, outcome }: Report): void {
  const name = shorten(functionName);
  const { invocations, seconds, memory } = usage.get(name) ?? { invocations: 0, seconds: 0, memory: 0 };
  usage.set(name, {
    invocations: invocations + 1,
    seconds: Math.max(seconds, duration / 1000),
    memory: Math.max(memory, maxMemoryUsed),
    limit: memorySize,
  });
  if (outcome === 'timeout' || outcome === 'crash') faults.push(`${name}: ${outcome} after ${duration.toFixed(0)} ms`);
  if (maxMemoryUsed > memorySize) faults.push(`${name}: took ${maxMemoryUsed.toFixed(0)} of ${memorySize} MB`);
}

/** Counts the errors that the functions log, by function and message. */
function onLog({ functionName, line }: { functionName: string; line: string }): void {
  if (!/"level":"ERROR"/.test(line)) return;
  const [message = line, reason = ''] = [...line.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
  const key = `${shorten(functionName)}: ${message} ${reason}`.slice(0, LOGGED_CHARACTERS);
  logged.set(key, (logged.get(key) ?? 0) + 1);
}

const shorten = (functionName: string) => functionName.replace(/^Avatar-local-(?:Pipeline|Api)?/, '').replace(/Function[0-9A-F]+$/, '');

const RATES = { tokenRate: 1_000, addressRate: 1_000, apiRate: 1_000, apiBurst: 1_000 };
const service = await startService(RATES, { onReport, onLog });
const client = await service.as('fuzz');
const rows = [['sent', 'count', 'refused', 'failed', 'succeeded', 'slowest, s']];
try {
  await sendEach('recordings', await fuzzedRecordings(count.recordings, seed), (recording) => sendRecording(client, recording, PATIENCE));
  await sendEach('texts', fuzzedSsml(count.texts, seed), (text) => sendText(client, text, PATIENCE));
  await sendRequests();
} finally {
  await service.end();
}
console.log(`\n${alignColumns(rows).join('\n')}\n`);
const used = [...usage].sort().map(([name, { invocations, seconds, memory, limit }]) => {
  return [name, `${invocations}`, seconds.toFixed(1), memory.toFixed(0), `${limit}`];
});
console.log(alignColumns([['function', 'invocations', 'longest, s', 'most MB', 'of MB'], ...used]).join('\n'));
console.log(`\nThe service itself took ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB at most.`);
for (const [error, times] of logged) console.log(`logged ${times} times  ${error}`);
for (const fault of faults) console.log(`FAULT  ${fault}`);
console.log(faults.length === 0 ? 'Each of them was refused, failed with a reason, or succeeded.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);

/** Sends requests to every operation, and prints the answers by status. */
async function sendRequests(): Promise<void> {
  const visitor = await service.as('visitor', { name: 'small', quota: 6, days: 1 });
  const outcomes = await fuzzContract(visitor, { requests: count.requests, seed, ids: await makeJobs(visitor) });
  for (const { operation, faults: own, statuses } of outcomes) {
    faults.push(...own.map((fault) => `${operation}: ${fault}`));
    const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${times} × ${status}`);
    console.log(`${operation}: ${counts.join(', ')}`);
  }
}

async function sendEach<Input>(name: string, inputs: readonly Input[], send: (input: Input) => Promise<Ending>) {
  const endings = await sendAll(inputs, AT_ONCE, send, ({ fault }, number, ended) => {
    if (fault) faults.push(`${name}, number ${number}: ${fault}`);
    if (ended % 50 === 0) console.log(`${name}: ${ended} of ${inputs.length} have ended`);
  });
  const count = (end: Ending['end']) => `${endings.filter((ending) => ending.end === end).length}`;
  const slowest = Math.max(...endings.map(({ seconds }) => seconds));
  rows.push([name, `${inputs.length}`, count('refused'), count('failed'), count('succeeded'), slowest.toFixed(1)]);
}
