import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobStatusView } from '@talking-avatar/contract';
import { measureMemory } from 'local-aws/lambda';
import { listLeases } from '#jobs';
import { listTokens } from '#runtime';
import { type Service, statusOf } from '../bin/demo/client.ts';
import { readTool, readWhole } from '../bin/tool.ts';
import { startService, tinyJob } from '../test/e2e/service.ts';
import { FEWEST_JOBS, GROWTH, MOST_MAPPED, readResident, Watch } from './resident.ts';
import { plotSamples } from './soak/plot.ts';
import { type Sample, toCsv } from './soak/samples.ts';

/**
 * Submits many short jobs at full capacity, checks that each one ends exactly once and that the service does not use more and more memory,
 * and prints latencies. With `--rate`, jobs are submitted at this rate per second, regardless of responses. Otherwise, each client waits
 * for its response. The first job is not timed. All embedded services run in this process. A plot of latency and memory is written to
 * `out/load`, along with its data.
 */
const { values } = readTool(
  'npm run load -- [--jobs 2000] [--clients 8] [--rate JOBS_A_SECOND] [--memory MB]',
  {
    jobs: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '8' },
    rate: { type: 'string' },
    memory: { type: 'string', default: String(Math.floor(totalmem() / 4 / 2 ** 20)) },
  },
  [],
);
const total = readWhole('--jobs', values.jobs);
const parallel = readWhole('--clients', values.clients);

const rate = values.rate === undefined ? undefined : readWhole('--rate', values.rate);
const memory = readWhole('--memory', values.memory);

/** Maximum 99th percentile of the submission latency when a rate is given, in ms. */
const MAX_LATENCY = 300;

/** Interval between samples for the plot, in ms. Each sample reads how much memory all processes use. */
const SAMPLE_INTERVAL = 2_000;

/** Columns to plot, grouped into lanes. */
const LANES = [['median answer ms', 'longest answer ms'], ['answers'], ['all processes MB', 'service MB']];

/** Number of jobs between progress lines. */
const STEP = 200;

/** Time limit for a response, and pause before a request is sent again, in ms. */
const TIMEOUT = 60_000;
const PAUSE = 1_000;

/** Time limit for all jobs, starting with the first submission, in ms. The machine may be busy. */
const TOTAL_TIMEOUT = total * 3_000;

const exceeded: string[] = [];
const service = await startService({ capacity: 4 }, { memory, onMemoryExceeded: (text) => void exceeded.push(text) });
let mostOfAll = 0;
const samples: Sample[] = [];
/** Response times since the last sample, in ms. */
let answers: number[] = [];
const sampling = setInterval(() => {
  const memory = measureMemory(process.pid, 'proportional');
  mostOfAll = Math.max(mostOfAll, memory);
  answers.sort((a, b) => a - b);
  samples.push({
    hours: seconds() / 3600,
    answers: answers.length,
    'median answer ms': answers[Math.floor(answers.length / 2)] ?? 0,
    'longest answer ms': answers.at(-1) ?? 0,
    'all processes MB': memory,
    'service MB': readResident().own,
  });
  answers = [];
}, SAMPLE_INTERVAL);
const clients = await Promise.all(Array.from({ length: parallel }, (_, n) => service.as(`load-${n}`)));
let began = performance.now();
const seconds = () => (performance.now() - began) / 1000;

const all: JobStatusView[] = [];
const watch = new Watch(() => all.length / total);

/** Prints usage along with the number of jobs that have ended, so that growing memory shows. */
function report(what: string): void {
  const { heapUsed, external } = process.memoryUsage();
  const { own, mapped } = readResident();
  const parts = `${(heapUsed / 2 ** 20).toFixed(0)} MB heap, ${(external / 2 ** 20).toFixed(0)} MB buffers`;
  console.log(
    `${what} after ${seconds().toFixed(0)} s: ${own.toFixed(0)} MB (${parts}), and ${mapped.toFixed(0)} MB of files; load ${loadavg()[0]}`,
  );
}

const latencies: number[] = [];
/** Number of 5xx responses that made a client repeat the request with the same idempotency key. */
let again = 0;

async function submit(client: Service, number: number): Promise<string> {
  const key = randomUUID();
  const start = performance.now();
  while (seconds() * 1000 < TOTAL_TIMEOUT) {
    const response = await fetch(`${client.url}/lipsync/generate`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ ...tinyJob, text: `Job ${number}.` }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const body = (await response.json()) as { id: string };
    if (response.ok) {
      const latency = performance.now() - start;
      latencies.push(latency);
      answers.push(latency);
      return body.id;
    }
    if (response.status < 500) throw new Error(`Job ${number} was refused: ${JSON.stringify(body)}`);
    again += 1;
    await pause(PAUSE);
  }
  throw new Error(`Job ${number} was not accepted`);
}

const ids: { client: Service; id: string }[] = [];
async function submitAndKeep(client: Service, number: number): Promise<void> {
  ids.push({ client, id: await submit(client, number) });
  if (ids.length % STEP === 0) report(`${String(ids.length).padStart(6)} jobs submitted`);
}

/** Waits until a job has ended. @returns undefined if the time limit was exceeded */
async function waitForEnd({ client, id }: { client: Service; id: string }): Promise<JobStatusView | undefined> {
  let job: JobStatusView | undefined;
  while (!job?.finished_at && seconds() * 1000 < TOTAL_TIMEOUT) {
    if (job) await pause(200);
    job = await statusOf(client, id).catch(() => job);
  }
  return job;
}

// Do not time the first job, because the service is still loading its functions.
await submitAndKeep(clients[0]!, 1);
await waitForEnd(ids[0]!);
latencies.length = 0;
samples.length = 0;
answers = [];
began = performance.now();

if (rate === undefined) {
  let next = 1;
  await Promise.all(
    clients.map(async (client) => {
      while (next < total) {
        next += 1;
        await submitAndKeep(client, next);
      }
    }),
  );
} else {
  const submissions: Promise<void>[] = [];
  for (let number = 2; number <= total; number += 1) {
    await pause(Math.max(0, ((number - 1) * 1000) / rate - seconds() * 1000));
    submissions.push(submitAndKeep(clients[number % parallel]!, number));
  }
  await Promise.all(submissions);
}
const submitted = seconds();

// Poll the jobs one by one. The gateway throttles clients that poll all of them at once.
for (const submission of ids) {
  const job = await waitForEnd(submission);
  if (job) all.push(job);
  if (all.length % STEP === 0) report(`${String(all.length).padStart(6)} jobs ended`);
}
const took = seconds();
watch.stop();
clearInterval(sampling);
mkdirSync('out/load', { recursive: true });
writeFileSync('out/load/samples.csv', toCsv(samples));
writeFileSync('out/load/plot.svg', plotSamples(samples, LANES));
latencies.sort((a, b) => a - b);
const percentile = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))]?.toFixed(0);
const used = (await listTokens(service.outputs.TokensTable ?? '')).reduce((sum, token) => sum + token.used, 0);
// The last lease is released shortly after its job has ended.
const countLeases = async () => (await listLeases({ table: service.outputs.CapacityTable ?? '', size: 4 })).length;
let leases = await countLeases();
for (let wait = 0; leases > 0 && wait < 60; wait += 1) {
  await pause(1_000);
  leases = await countLeases();
}
const { user, system } = process.cpuUsage();
const succeeded = all.filter(({ status }) => status === 'succeeded').length;
console.log(`${total} jobs submitted in ${submitted.toFixed(0)} s, all ended after ${took.toFixed(0)} s`);
console.log(`generate: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms; repeated ${again} times`);
console.log(`different IDs ${new Set(ids.map(({ id }) => id)).size}, succeeded ${succeeded}, quota ${used}, leases ${leases}`);
const { half, end } = watch.halves;
console.log(
  `memory of the service: ${watch.most.toFixed(0)} MB at most; own ${half.toFixed(0)} MB when half had ended, ${end.toFixed(0)} MB at the end; at most ${watch.mostMapped.toFixed(0)} MB of files`,
);
console.log(`memory of all processes: ${mostOfAll.toFixed(0)} MB at most, of ${memory} MB; exceeded ${exceeded.length} times`);
console.log(`processor time of this process: ${((user + system) / 1000 / total).toFixed(0)} ms a job`);
await service.end();
const whole = succeeded === total && used === total && leases === 0;
console.log(whole ? 'No job was lost or run twice.' : 'JOBS WERE LOST OR RUN TWICE.');
const bounded = end <= half * (1 + GROWTH) && watch.mostMapped <= MOST_MAPPED;
const bound = `own memory at most ${(GROWTH * 100).toFixed(0)} % more at the end than at half, files at most ${MOST_MAPPED} MB`;
if (total < FEWEST_JOBS) console.log(`Memory growth is judged only from ${FEWEST_JOBS} jobs.`);
else console.log(`${bounded ? 'Memory is bounded' : 'MEMORY GROWS'} (${bound}).`);
const kept = mostOfAll <= memory;
if (!kept) console.log('THE SERVICE EXCEEDED ITS MEMORY LIMIT.');
const prompt = rate === undefined || Number(percentile(0.99)) <= MAX_LATENCY;
if (!prompt) console.log(`SUBMISSIONS ARE SLOW (the 99th percentile should be at most ${MAX_LATENCY} ms).`);
process.exitCode = whole && kept && prompt && (bounded || total < FEWEST_JOBS) ? 0 : 1;
