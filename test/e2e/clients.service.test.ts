import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, type Job, JobEndedError, type ServiceError, type Timeline } from '@talking-avatar/client';
import { PART_BYTES } from '@talking-avatar/client/testing';
import { encodeWav } from '@talking-avatar/speech';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Service } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await sharedService();
  folder = mkdtempSync(join(tmpdir(), 'clients-'));
});
afterAll(() => service.end());

const JOB: Job = { target_rig: 'metahuman', text: 'Maybe people move.', language: 'en-US', output: { type: 'csv' } };

/** Creates a large recording of silence. It is rejected as soon as it has been read, because only its size matters here. */
const silence = (bytes: number) => encodeWav({ samples: new Float32Array(bytes / 2), sampleRate: 48_000 });

/** A client's report after doing everything once. */
interface Report {
  actors: number;
  estimated: boolean;
  /** Whether the first progress report arrived before the end, and the progress in the last report. */
  progress: [boolean, number];
  csv: string;
  words: string[];
  recordings: string[];
  listed: number;
  refused: [number, string | undefined];
  voices: string;
  account: string;
  costs: number;
  secrets: number;
  deliveries: number;
  cancelled: string;
  removed: number;
}

/** Expected report. Both recordings are silence, which is rejected after it has been read. */
const EXPECTED: Report = {
  actors: 11,
  estimated: true,
  progress: [true, 1],
  csv: 'Timecode,BlendshapeCount',
  words: ['Maybe', 'people', 'move'],
  recordings: ['failed', 'failed'],
  listed: 4,
  refused: [400, 'invalid-job'],
  voices: 'de-DE',
  account: 'trial',
  costs: 3,
  secrets: 2,
  deliveries: 0,
  cancelled: 'cancelled',
  removed: 410,
};

const reasonOf = <T>(promise: Promise<T>): Promise<unknown> => promise.then(String, (error: unknown) => error);

async function useTypeScript({ url, token }: Service, files: readonly string[]): Promise<Report> {
  const client = createClient({ url, token });
  const estimate = await client.estimate(JOB);
  const { id } = await client.generate(JOB);
  const progress: number[] = [];
  await client.wait(id, { onProgress: (job) => progress.push(job.progress) });
  const csv = Buffer.from(await (await client.download(id)).bytes()).toString();
  const timeline = await new Response((await client.download(id, { artifact: 'timeline' })).stream).json();
  const recordings: string[] = [];
  for (const file of files) {
    const recording = new Uint8Array(readFileSync(file));
    const sent = await client.generate(JOB, { recording });
    const ended = await reasonOf(client.wait(sent.id));
    recordings.push(ended instanceof JobEndedError ? ended.job.status : String(ended));
  }
  const refused = await reasonOf(client.generate({ ...JOB, camera: 3 as 0 }));
  const last = await client.generate({ ...JOB, text: 'A word. '.repeat(500) });
  const cancelled = await client.cancel(last.id);
  const listed: string[] = [];
  for await (const job of client.list({ pageSize: 2 })) listed.push(job.id);
  await client.remove(id);
  const costs: number[] = [];
  for await (const { amount } of client.costs()) costs.push(amount);
  const deliveries: string[] = [];
  for await (const { host } of client.webhooks.deliveries()) deliveries.push(host);
  const removed = await reasonOf(client.status(id));
  return {
    actors: (await client.actors()).length,
    estimated: estimate.cost.expected > 0,
    progress: [progress[0]! < 1, progress.at(-1)!],
    csv: csv.slice(0, EXPECTED.csv.length),
    words: (timeline as Timeline).words.map(({ text }) => text),
    recordings,
    listed: listed.length,
    refused: [(refused as ServiceError).body.code, (refused as ServiceError).type],
    voices: (await client.voices({ language: 'de' }))[0]!.language,
    account: (await client.account()).plan.name,
    costs: costs.filter((amount) => amount > 0).length,
    secrets: (await client.webhooks.rotate()).length,
    deliveries: deliveries.length,
    cancelled: cancelled.status,
    removed: (removed as ServiceError).body.code,
  };
}

async function usePython({ url, token }: Service, files: readonly string[]): Promise<Report> {
  const script = join(import.meta.dirname, 'client.py');
  const { stdout } = await promisify(execFile)('python3', [script, url, token, JSON.stringify(JOB), ...files]);
  return JSON.parse(stdout);
}

it.each([
  ['TypeScript', useTypeScript],
  ['Python', usePython],
])('the %s client submits, follows, downloads, lists, cancels, and removes jobs', async (name, use) => {
  const small = join(folder, 'small.wav');
  const large = join(folder, 'large.wav');
  writeFileSync(small, silence(96_000));
  writeFileSync(large, silence(PART_BYTES + 2));
  expect(await use(await service.as(name), [small, large])).toEqual(EXPECTED);
});
