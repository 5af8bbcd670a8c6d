import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzedRecordings, STRANGER_COUNT, sendAll, sendRecording } from '../../bench/fuzz/submissions.ts';
import type { Service } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;
const logged: string[] = [];

beforeAll(async () => {
  service = await sharedService({ onLog: ({ line }) => logged.push(line) });
  client = await service.as('fuzzed-audio');
});
afterAll(() => service.end());

/** Recordings sent: damaged files, and files of other types. `npm run fuzz` sends more. */
const COUNT = 20;
const AT_ONCE = 3;
/** Time limit of a job, ms. */
const JOB_TIMEOUT = 240_000;

it('a damaged or unexpected recording is refused, or its job ends with a reason or a result', async () => {
  const files = await fuzzedRecordings(COUNT, 5);
  const endings = await sendAll(files, AT_ONCE, (file) => sendRecording(client, file, JOB_TIMEOUT));
  expect(endings.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  const count = (end: string) => endings.filter((own) => own.end === end).length;
  expect(count('refused') + count('failed')).toBeGreaterThanOrEqual(STRANGER_COUNT);
  expect(count('succeeded')).toBeGreaterThan(COUNT / 8);
  expect(logged.filter((line) => line.includes('"The step failed"'))).toEqual([]);
});
