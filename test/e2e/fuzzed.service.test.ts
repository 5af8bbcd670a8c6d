import { fuzzedSsml } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ending, fuzzedRecordings, STRANGER_COUNT, sendAll, sendRecording, sendText } from '../../bench/fuzz/submissions.ts';
import type { Service } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;
const logged: string[] = [];

beforeAll(async () => {
  service = await sharedService({ onLog: ({ line }) => logged.push(line) });
  client = await service.as('fuzzed');
});
afterAll(() => service.end());

/** Number of inputs of each kind. `npm run fuzz` sends more. */
const COUNT = 20;
/** Maximum length of a text that does not take long to speak, in characters. */
const SHORT = 200;
/** Number of concurrent jobs, and the time limit for each of them, in ms. */
const CONCURRENCY = 3;
const JOB_TIMEOUT = 240_000;

const count = (endings: readonly Ending[], end: Ending['end']) => endings.filter((own) => own.end === end).length;
const faultsOf = (endings: readonly Ending[]) => endings.flatMap(({ fault }) => fault ?? []);

it('a damaged or unexpected recording is rejected, or its job ends with a reason or a result', async () => {
  const files = await fuzzedRecordings(COUNT, 5);
  const endings = await sendAll(files, CONCURRENCY, (file) => sendRecording(client, file, JOB_TIMEOUT));
  expect(faultsOf(endings)).toEqual([]);
  expect(count(endings, 'refused') + count(endings, 'failed')).toBeGreaterThanOrEqual(STRANGER_COUNT);
  expect(count(endings, 'succeeded')).toBeGreaterThan(COUNT / 8);
  expect(logged.filter((line) => line.includes('"The step failed"'))).toEqual([]);
});

it('fuzzed SSML is rejected with a reason, or its job ends', async () => {
  const texts = fuzzedSsml(8 * COUNT, 7)
    .filter(({ length }) => length <= SHORT)
    .slice(0, COUNT);
  expect(texts).toHaveLength(COUNT);
  const endings = await sendAll(texts, CONCURRENCY, (text) => sendText(client, text, JOB_TIMEOUT));
  expect(faultsOf(endings)).toEqual([]);
  expect(count(endings, 'refused')).toBeGreaterThan(COUNT / 5);
  expect(count(endings, 'succeeded')).toBeGreaterThan(COUNT / 5);
});
