import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzContract } from '../../bench/fuzz/contract/fuzz.ts';
import { makeJobs } from '../../bench/fuzz/contract/jobs.ts';
import type { Service } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;
/** A successful and a deleted job. */
let ids: string[];

/** A plan that fuzzed jobs soon use up, so that most of them are refused quickly. */
const SMALL = { name: 'small', quota: 6, days: 1 };

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('fuzz', SMALL);
  ids = await makeJobs(client);
});
afterAll(() => service.end());

/** Operations that random requests cannot satisfy: they need a running job, a finished webhook or a model of a head. */
const OUT_OF_REACH = [
  'POST /lipsync/cancel',
  'POST /lipsync/webhooks/replay',
  'POST /lipsync/avatars',
  'GET /lipsync/avatars/{id}',
  'DELETE /lipsync/avatars/{id}',
];

/** Requests for each operation; `npm run fuzz` sends more. */
const REQUESTS = 20;

it('an artifact named like a property of every object is unknown', async () => {
  const query = new URLSearchParams({ id: ids[0]!, artifact: 'constructor', token: client.token });
  expect((await fetch(`${client.url}/download?${query}`)).status).toBe(404);
});

it('every operation answers any input as the OpenAPI document says', async () => {
  const outcomes = await fuzzContract(client, { requests: REQUESTS, seed: 1, ids });
  expect(outcomes.flatMap(({ operation, faults }) => faults.map((fault) => `${operation}: ${fault}`))).toEqual([]);
  // The requests get past the first check.
  const refused = outcomes.filter(({ statuses }) => [...statuses.keys()].every((status) => status >= 400));
  expect(refused.map(({ operation }) => operation)).toEqual(OUT_OF_REACH);
});
