import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzContract } from '../../bench/fuzz/contract/fuzz.ts';
import { makeJobs } from '../../bench/fuzz/contract/jobs.ts';
import type { Service } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

let service: TestService;
let client: Service;
/** IDs of a successful job and a deleted job. */
let ids: string[];

/** Fuzzed jobs soon use up this plan, after which most of them are rejected quickly. */
const SMALL = { name: 'small', quota: 6, days: 1 };

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('fuzz', SMALL);
  ids = await makeJobs(client);
});
afterAll(() => service.end());

/** Random requests cannot satisfy these operations, because they require a running job, a finished webhook, or a head model. */
const OUT_OF_REACH = [
  'POST /lipsync/cancel',
  'POST /lipsync/webhooks/replay',
  'POST /lipsync/avatars',
  'GET /lipsync/avatars/{id}',
  'DELETE /lipsync/avatars/{id}',
];

/** Number of requests per operation. `npm run fuzz` sends more. */
const REQUESTS = 20;

it('does not accept inherited properties as artifact names', async () => {
  const query = new URLSearchParams({ id: ids[0]!, artifact: 'constructor', token: client.token });
  expect((await fetch(`${client.url}/download?${query}`)).status).toBe(404);
});

it('responds to any input as documented in the OpenAPI document', async () => {
  const outcomes = await fuzzContract(client, { requests: REQUESTS, seed: 1, ids });
  expect(outcomes.flatMap(({ operation, faults }) => faults.map((fault) => `${operation}: ${fault}`))).toEqual([]);
  // At least some of the requests pass the first check.
  const refused = outcomes.filter(({ statuses }) => [...statuses.keys()].every((status) => status >= 400));
  expect(refused.map(({ operation }) => operation)).toEqual(OUT_OF_REACH);
});
