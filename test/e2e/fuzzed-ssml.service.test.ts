import { fuzzedSsml } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendAll, sendText } from '../../bench/fuzz/submissions.ts';
import type { Service } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('fuzzed-ssml');
});
afterAll(() => service.end());

/** Texts sent; `npm run fuzz` sends more. */
const TEXTS = 20;
/** Maximum characters of a text that is spoken quickly. */
const SHORT = 200;
const AT_ONCE = 3;
/** Time limit of a job, ms. */
const JOB_TIMEOUT = 240_000;

it('fuzzed SSML is refused with a reason, or its job ends', async () => {
  const texts = fuzzedSsml(8 * TEXTS, 7)
    .filter(({ length }) => length <= SHORT)
    .slice(0, TEXTS);
  expect(texts).toHaveLength(TEXTS);
  const endings = await sendAll(texts, AT_ONCE, (text) => sendText(client, text, JOB_TIMEOUT));
  expect(endings.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  const count = (end: string) => endings.filter((own) => own.end === end).length;
  expect(count('refused')).toBeGreaterThan(TEXTS / 5);
  expect(count('succeeded')).toBeGreaterThan(TEXTS / 5);
});
