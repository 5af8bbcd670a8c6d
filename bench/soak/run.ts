import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Job, JobEndedError, type JobStatus } from '@talking-avatar/client';
import { createToken } from '#runtime';
import { download, type Service } from '../../bin/demo/client.ts';
import { useEmbeddedAws } from '../../bin/local/embedded-aws.ts';
import { readTool } from '../../bin/tool.ts';
import { startReceiver } from '../../test/e2e/receiver.ts';
import { AMPLE } from '../../test/e2e/service.ts';
import { startServiceProcess } from '../process/start.ts';
import { recordRun } from '../reliability/record.ts';
import { type Kind, soakJobs } from './jobs.ts';
import { plotSamples } from './plot.ts';
import { readHoldings, readProcess } from './processes.ts';
import { type Sample, slopeOf, thirdsOf, toCsv } from './samples.ts';

/**
 * Sends a mix of jobs to a local service for hours, and samples its memory, file handles, and data folder. From time to time, the clock of
 * the service jumps ahead by a day, as if the machine had been suspended, so that data outlives its retention period (a day here).
 */
const { values } = readTool(
  'npm run soak -- [--hours 2] [--every 25] [--day 6] [--out out/soak] [--record]',
  {
    hours: { type: 'string', default: '2' },
    /** Seconds between jobs. */
    every: { type: 'string', default: '25' },
    /** Minutes between clock jumps. */
    day: { type: 'string', default: '6' },
    out: { type: 'string', default: 'out/soak' },
    /** Records the counts for docs/measurements.md. */
    record: { type: 'boolean' },
  },
  [],
);

/** Sampling interval, in s. */
const SAMPLE_INTERVAL = 15;
/** How much memory and bounded folders may grow from the middle third of the run to the last third, as a share. */
const GROWTH = 0.1;
/** Polling interval for a job and its time limit, in ms. The machine may be busy for minutes. */
const POLL = 1_000;
const JOB_TIMEOUT = 1_200_000;
/** A day and a minute, in ms. Data that is older has exceeded its retention period. */
const DAY = 86_460_000;

/** Columns that must not grow: memory and handles of the service, and folders whose contents expire. */
const BOUNDED = ['own PSS MB', 'own live MB', 'own handles', 's3 MB', 'dynamodb MB', 'sqs MB', 'eventbridge MB'];

const out = resolve(values.out);
const data = join(out, 'data');
const clock = join(out, 'clock');
rmSync(data, { recursive: true, force: true });
mkdirSync(data, { recursive: true });
writeFileSync(clock, '0');
const heap = join(out, 'heap');
writeFileSync(heap, '0');

const service = await startServiceProcess({ data, clock, heap, hourly: 60, context: { retentionDays: 1 } });
useEmbeddedAws(service.environment);
const receiver = await startReceiver();
const token = await createToken(service.outputs.TokensTable ?? '', 'soak', { ...AMPLE, days: 36_500 });
const client: Service = { url: service.url, token };

const began = performance.now();
const hours = () => (performance.now() - began) / 3_600_000;
const samples: Sample[] = [];
const counts: Record<string, number> = {};
const wrong: string[] = [];
let [jobs, days] = [0, 0];

const sampling = setInterval(sample, SAMPLE_INTERVAL * 1000);
sample();
const kinds = await soakJobs();
const tasks = new Set<Promise<void>>();
while (hours() < Number(values.hours)) {
  const kind = kinds[jobs % kinds.length]!;
  jobs += 1;
  const task = run(kind)
    .catch((error: unknown) => void wrong.push(`${new Date().toISOString()} ${kind.name}: ${error}`))
    .finally(() => tasks.delete(task));
  tasks.add(task);
  await pause(Number(values.every) * 1000);
  if (hours() * 60 < (days + 1) * Number(values.day)) continue;
  // Jump only when no job is running, because a running job might time out.
  await Promise.all(tasks);
  days += 1;
  writeFileSync(clock, String(days * DAY));
}
await Promise.all(tasks);
clearInterval(sampling);
sample();
write();
await service.end();
await receiver.stop();
process.exitCode = report() ? 0 : 1;

async function run({ name, job, recording, end, after }: Kind): Promise<void> {
  const web_hooks = { on_success: `${receiver.url}/success`, on_fail: `${receiver.url}/fail` };
  // The client repeats requests with the same key for as long as the service is unavailable.
  const caller = createClient(client);
  const { id } = await caller.generate({ ...job, web_hooks } as Job, { ...(recording && { recording }) });
  if (after === 'cancel') await caller.cancel(id);
  const ended = await waitForEnd(id);
  counts[`${name} ${ended.status}`] = (counts[`${name} ${ended.status}`] ?? 0) + 1;
  if (ended.status !== end) wrong.push(`${name}: job ${id} is ${ended.status}: ${JSON.stringify(ended.error)}`);
  if (after === 'download') await download(client, id);
  if (after === 'remove') await caller.remove(id);
}

async function waitForEnd(id: string): Promise<JobStatus> {
  try {
    return await createClient(client).wait(id, { interval: POLL, timeout: JOB_TIMEOUT });
  } catch (error) {
    if (error instanceof JobEndedError) return error.job;
    throw error;
  }
}

function sample(): void {
  const [all, own] = [readHoldings(service.pid), readProcess(service.pid)];
  const folders = Object.fromEntries(
    readdirSync(data, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [`${name} MB`, sizeOf(join(data, name))]),
  );
  samples.push({
    hours: hours(),
    jobs,
    days,
    'own PSS MB': own.pss,
    'all PSS MB': all.pss,
    'own live MB': Number(readFileSync(heap, 'utf8')),
    'own handles': own.handles,
    'all handles': all.handles,
    processes: all.processes,
    'processor s': all.cpu,
    ...folders,
    'data MB': Object.values(folders).reduce((a, b) => a + b, 0),
  });
  if (samples.length % 20 === 0) write();
}

/** Returns the total size of the files in a folder, in MB. Ignores files that are removed in the meantime. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, file) => {
    const stat = statSync(join(folder, file), { throwIfNoEntry: false });
    return sum + (stat?.isFile() ? stat.size / 2 ** 20 : 0);
  }, 0);
}

function write(): void {
  writeFileSync(join(out, 'samples.csv'), toCsv(samples));
  const folders = Object.keys(samples.at(-1)!).filter((name) => /^\w+ MB$/.test(name) && name !== 'data MB');
  const lanes = [
    ['own PSS MB', 'own live MB', 'all PSS MB'],
    ['own handles', 'all handles'],
    ['processes'],
    ['data MB'],
    folders,
    ['jobs', 'days'],
  ];
  writeFileSync(join(out, 'plot.svg'), plotSamples(samples, lanes));
}

/** Prints slopes and verdicts, and also writes them as JSON. @returns true if everything is bounded and every job ended as expected */
function report(): boolean {
  const columns = Object.keys(samples.at(-1)!).filter((name) => !['hours', 'jobs', 'days', 'processor s'].includes(name));
  const slopes = Object.fromEntries(columns.map((column) => [column, { ...thirdsOf(samples, column), slope: slopeOf(samples, column) }]));
  for (const [column, { middle, last, slope }] of Object.entries(slopes))
    console.log(
      `${column.padEnd(20)} ${middle.toFixed(1)} in the middle third, ${last.toFixed(1)} in the last; slope ${slope.toFixed(2)} an hour`,
    );
  const growing = BOUNDED.filter((column) => {
    const { middle = 0, last = 0 } = slopes[column] ?? {};
    return last > middle * (1 + GROWTH) + 1;
  });
  console.log(`${jobs} jobs in ${hours().toFixed(2)} h, ${days} days passed for the service: ${JSON.stringify(counts)}`);
  console.log(`${receiver.deliveries.length} webhooks; processor time ${samples.at(-1)!['processor s']!.toFixed(0)} s`);
  for (const line of wrong) console.log(`WRONG  ${line}`);
  for (const column of growing) console.log(`GROWS  ${column}`);
  const result = { hours: hours(), jobs, days, counts, webhooks: receiver.deliveries.length, slopes, wrong, growing };
  writeFileSync(join(out, 'result.json'), JSON.stringify(result, undefined, 2));
  if (values.record)
    recordRun('soak', {
      section: 'Soak',
      command: `npm run soak -- --hours ${values.hours} --every ${values.every} --day ${values.day}`,
      counts: [
        { what: 'jobs that end as expected', tried: jobs, failed: wrong.length },
        { what: 'measures that stay bounded', tried: BOUNDED.length, failed: growing.length },
      ],
    });
  return wrong.length === 0 && growing.length === 0;
}
