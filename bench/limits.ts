import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobStatusView, LIMITS } from '@talking-avatar/contract';
import { record } from '@talking-avatar/speech/testing';
import type { Report } from 'local-aws';
import { type Service, statusOf, submit } from '../bin/demo/client.ts';
import { alignColumns } from '../bin/operator/columns.ts';
import { readTool } from '../bin/tool.ts';
import { startService } from '../test/e2e/service.ts';

/**
 * `npm run limits` runs the longest jobs that the contract allows over HTTP: a half-hour recording from an `audio_url`, a ten-minute
 * recording that is the largest upload allowed, and a text of 10,000 characters. Prints the time and memory that each step takes. The local
 * service enforces both limits just as Lambda does. Exits with 1 if a job does not succeed.
 */
readTool('npm run limits', {}, []);

const SENTENCES = [
  'The old harbour lay quiet under a pale morning sky, and nobody had opened the shops yet. ',
  'Maybe five brave people from the village walked past the bridge before breakfast. ',
  'She put the blue paper on the table, picked up a pencil and began to write. ',
  'We have been waiting for more than twenty minutes, but the bus has not come. ',
  'Whatever happens next, please remember to feed the big black cat. ',
];
const STORY = SENTENCES.join('').repeat(80);

/** Number of characters that take just under 600 s and 1800 s to speak, at 12.6 characters per second. */
const TEN_MINUTES = 7_400;
const HALF_AN_HOUR = 22_200;

/** Time limit for a job on a busy machine, in ms. */
const JOB_TIMEOUT = 1_200_000;

/** The current job, which usage reports are attributed to. */
let current = '';
const steps = new Map<string, Map<string, Report>>();
const onReport = (report: Report) => {
  const step = /Avatar-local-Pipeline(\w+?)Function/.exec(report.functionName)?.[1];
  if (!step || !/^(?:Synthesize|Align|Solve|Export)$/.test(step)) return;
  steps.get(current)?.set(step, report);
};

const service = await startService({}, { onReport });
const client = await service.as('limits');
const failures: string[] = [];
try {
  const wav = await record(STORY.slice(0, TEN_MINUTES), ['-c:a', 'pcm_s24le', '-f', 'wav']);
  const mp3 = await record(STORY.slice(0, HALF_AN_HOUR), ['-c:a', 'libmp3lame', '-b:a', '192k', '-f', 'mp3']);
  console.log(`The recordings have ${wav.byteLength} bytes (wav) and ${mp3.byteLength} bytes (mp3).\n`);
  await measure('recording, uploaded (wav)', (job) => submit(client, { ...job, text: STORY.slice(0, TEN_MINUTES) }, wav));
  await serving(mp3, (audio_url) =>
    measure('recording, audio_url (mp3)', (job) => submit(client, { ...job, text: STORY.slice(0, HALF_AN_HOUR), audio_url })),
  );
  await measure('text, en-US', (job) => submit(client, { ...job, text: STORY.slice(0, LIMITS.textCharacters) }));
  await measure('text, de-DE', (job) => submit(client, { ...job, language: 'de-DE', text: STORY.slice(0, LIMITS.textCharacters) }));
} finally {
  await service.end();
}
for (const line of alignColumns([
  ['job', 'step', 's', 'MB', 'of MB', 'end'],
  ...[...steps].flatMap(([job, reports]) => [...reports].map(([step, report]) => describe(job, step, report))),
]))
  console.log(line);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function describe(job: string, step: string, { duration, maxMemoryUsed, memorySize, outcome }: Report): string[] {
  return [job, step, (duration / 1000).toFixed(1), maxMemoryUsed.toFixed(0), `${memorySize}`, outcome];
}

async function measure(name: string, send: (job: object) => Promise<string>): Promise<void> {
  current = name;
  steps.set(name, new Map());
  const began = performance.now();
  const id = await send({ target_rig: 'metahuman', language: 'en-US', output: { type: 'csv' } });
  const sent = (performance.now() - began) / 1000;
  const { status, error, output } = await waitFor(client, id);
  const took = (performance.now() - began) / 1000;
  console.log(
    `${name}: ${status}, ${output.duration?.toFixed(1)} s of speech, sent in ${sent.toFixed(1)} s, ended after ${took.toFixed(1)} s ` +
      `${(output.warnings ?? []).join(' ')}`,
  );
  if (status !== 'succeeded') failures.push(`${name}: ${status}: ${error?.message}`);
}

async function waitFor(service: Service, id: string): Promise<JobStatusView> {
  for (const until = Date.now() + JOB_TIMEOUT; ; await pause(500)) {
    const job = await statusOf(service, id);
    if (job.finished_at || Date.now() > until) return job;
  }
}

async function serving(bytes: Buffer, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/talk.mp3`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
