import { fuzzedSsml } from '@talking-avatar/speech/testing';
import type { Report } from 'local-aws';
import { alignColumns } from '../../bin/operator/columns.ts';
import { readTool, readWhole } from '../../bin/tool.ts';
import { startService } from '../../test/e2e/service.ts';
import { fuzzContract } from './contract/fuzz.ts';
import { makeJobs } from './contract/jobs.ts';
import { type Ending, fuzzedRecordings, sendAll, sendRecording, sendText } from './submissions.ts';

/**
 * `npm run fuzz -- --recordings 300 --texts 300 --requests 300 --seed 1` sends damaged recordings, SSML, and requests to a local service,
 * as careless or hostile clients would. It prints the outcomes, the usage of each function, and how often each error was logged. Exits with
 * 1 if an input neither succeeds nor fails with a reason, or if a function crashes, times out, or runs out of memory.
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
  /** Number of requests per operation. */
  requests: readWhole('--requests', values.requests, 0),
};

/** Number of concurrent submissions: as many as two cores can handle while also running the service. */
const CONCURRENCY = 2;

/** Time limit for a job, in ms. The longest texts take a quarter of an hour to speak. */
const JOB_TIMEOUT = 400_000;

/** Maximum number of characters to print from a logged error. */
const LOGGED_CHARACTERS = 300;

/** Peak usage of a function. */
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

/** Counts logged errors by function and message. */
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
  await sendEach('recordings', await fuzzedRecordings(count.recordings, seed), (recording) =>
    sendRecording(client, recording, JOB_TIMEOUT),
  );
  await sendEach('texts', fuzzedSsml(count.texts, seed), (text) => sendText(client, text, JOB_TIMEOUT));
  await sendRequests();
} finally {
  await service.end();
}
console.log(`\n${alignColumns(rows).join('\n')}\n`);
const used = [...usage].sort().map(([name, { invocations, seconds, memory, limit }]) => {
  return [name, `${invocations}`, seconds.toFixed(1), memory.toFixed(0), `${limit}`];
});
console.log(alignColumns([['function', 'invocations', 'longest, s', 'most MB', 'of MB'], ...used]).join('\n'));
console.log(`\nThe service itself used up to ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB.`);
for (const [error, times] of logged) console.log(`logged ${times} times  ${error}`);
for (const fault of faults) console.log(`FAULT  ${fault}`);
console.log(faults.length === 0 ? 'All inputs were rejected, failed with a reason, or succeeded.' : `${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);

/** Sends requests to every operation, and counts the responses with each status. */
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
  const endings = await sendAll(inputs, CONCURRENCY, send, ({ fault }, number, ended) => {
    if (fault) faults.push(`${name}, number ${number}: ${fault}`);
    if (ended % 50 === 0) console.log(`${name}: ${ended} of ${inputs.length} finished`);
  });
  const count = (end: Ending['end']) => `${endings.filter((ending) => ending.end === end).length}`;
  const slowest = Math.max(...endings.map(({ seconds }) => seconds));
  rows.push([name, `${inputs.length}`, count('refused'), count('failed'), count('succeeded'), slowest.toFixed(1)]);
}
