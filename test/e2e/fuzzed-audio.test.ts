import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refused, type Service, submit, watch } from '../../bin/demo/client.ts';
import { createEmbeddedEngine, encodeWav } from '../../layers/speech/index.ts';
import { damageFiles, encodeSeeds, STRANGERS } from '../speech/fuzz/audio.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let client: Service;
let folder: string;
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzzed-audio-'));
  service = await startService({}, { onLog: ({ line }) => logged.push(line) });
  client = await service.as('acme');
});
afterAll(async () => {
  await service.end();
  await rm(folder, { recursive: true, force: true });
});

/** Recordings that are sent: damaged ones, and the strangers. */
const COUNT = 40;

const JOB = { target_rig: 'arkit', text: 'Bring two maps.', language: 'en-US', output: { type: 'csv' } };

it('a damaged or strange recording is refused, or its job ends with a reason or a result', async () => {
  const files = [...Object.values(STRANGERS), ...(await damagedSpeech(COUNT - Object.keys(STRANGERS).length))];
  const ends = await Promise.all(files.map(sendAndWatch));
  const count = (end: string) => ends.filter((own) => own === end).length;
  expect(count('refused') + count('failed')).toBeGreaterThanOrEqual(Object.keys(STRANGERS).length);
  expect(count('succeeded')).toBeGreaterThan(COUNT / 8);
  expect(logged.filter((line) => /"level":"ERROR"/.test(line))).toEqual([]);
}, 240_000);

/** The words of the job in every format, damaged. */
async function damagedSpeech(count: number): Promise<Buffer[]> {
  const { audio } = await createEmbeddedEngine().speak({ ...JOB, language: 'en-US', sex: 'female', speed: 0.9 });
  const file = join(folder, 'speech.wav');
  await writeFile(file, encodeWav(audio));
  return damageFiles(await encodeSeeds(['-i', file], folder), count, 5);
}

async function sendAndWatch(file: Buffer, index: number): Promise<string> {
  const id = await submit(client, JOB, file).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    expect(error.body.code, `file ${index}`).toBeLessThan(500);
    return undefined;
  });
  if (!id) return 'refused';
  const ended = await watch(client, id);
  expect(['succeeded', 'failed'], `file ${index}`).toContain(ended.status);
  if (ended.status === 'failed') {
    expect(ended.error, `file ${index}`).toMatchObject({ code: 400, message: expect.stringMatching(/^audio: ./) });
  }
  return ended.status;
}
