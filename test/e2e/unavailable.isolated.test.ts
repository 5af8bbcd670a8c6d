import { createFaults, readFaultPlan } from 'local-aws';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { startService, type TestService, tinyJob } from './service.ts';

const faults = createFaults({ timeScale: 1, faults: [] });
/** What the functions have logged. */
const lines: string[] = [];
let service: TestService;
let client: Service;
/** Jobs that have succeeded; one of them may be deleted. */
let job: string;
let spare: string;

beforeAll(async () => {
  service = await startService({}, { faults, onLog: ({ line }) => lines.push(line) });
  client = await service.as('acme');
  [job, spare] = await Promise.all([submit(client, tinyJob), submit(client, tinyJob)]);
  for (const id of [job, spare]) expect((await watch(client, id)).status).toBe('succeeded');
});
afterEach(() => faults.disarm());
afterAll(() => service.end());

/** What is done to every call of an operation from now on. */
const strike = (on: string, what: object) =>
  faults.arm(readFaultPlan(JSON.stringify({ faults: [{ on, times: 1_000_000, ...what }] })).faults);

const ask = async (address: string) => {
  const [method, path = ''] = address.split(' ');
  const answer = await fetch(`${client.url}${path.replace('JOB', job).replace('SPARE', spare)}`, {
    method: method as string,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(path.includes('uploads') ? { size: 1000 } : tinyJob) }),
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), body: (await answer.json()) as object };
};

/** The answer of an address: only under a key that it heeds may a request be repeated without a thought. */
const awayFrom = (address: string) => {
  const repeated = address.includes('generate') ? ' It is safe to repeat the request with the same Idempotency-Key\\.' : '';
  const message = `^The service is temporarily unavailable; try again in a few seconds\\.${repeated} Request [\\w-]{36}\\.$`;
  return {
    status: 503,
    retry: '5',
    body: { title: 'Service unavailable', message: expect.stringMatching(new RegExp(message)), code: 503 },
  };
};

const ADDRESSES = [
  'POST /lipsync/generate',
  'POST /lipsync/estimate',
  'POST /lipsync/uploads',
  'GET /status',
  'GET /status?id=JOB',
  'GET /download?id=JOB',
  'POST /lipsync/cancel?id=JOB',
  'DELETE /lipsync/jobs/JOB',
  'GET /lipsync/actors',
];

describe('503 and when to ask again', () => {
  it('come from every endpoint while DynamoDB is unavailable', async () => {
    strike('dynamodb.GetItem', { do: 'fail' });
    const answers = await Promise.all(ADDRESSES.map(ask));
    for (const [index, address] of ADDRESSES.entries()) expect(answers[index], address).toEqual(awayFrom(address));
  });

  it.each([
    ['dynamodb.Query', 'GET /status'],
    ['dynamodb.TransactWriteItems', 'POST /lipsync/generate'],
    ['s3.ListObjectsV2', 'DELETE /lipsync/jobs/SPARE'],
  ])('come while %s fails, from %s', async (operation, address) => {
    strike(operation, { do: 'fail' });
    expect(await ask(address)).toEqual(awayFrom(address));
  });

  it('come before the function’s timeout when DynamoDB never answers', async () => {
    strike('dynamodb.GetItem', { do: 'drop', ms: 60_000 });
    // The function has 10 s, after which the gateway would answer.
    expect(await ask('GET /status?id=JOB')).toEqual(awayFrom('GET /status'));
  });

  it('come when the function dies or runs out of time before it has answered', async () => {
    strike('function:status', { do: 'fail' });
    const { status, retry, body } = await ask('GET /status?id=JOB');
    expect([status, retry, body]).toEqual([503, '5', expect.objectContaining({ title: 'Service unavailable' })]);
  });
});

it('a job is withdrawn when its transaction succeeded but the answer was lost', async () => {
  const list = async () => ((await ask('GET /status?limit=100')).body as { jobs: { id: string }[] }).jobs.length;
  const before = await list();
  strike('dynamodb.TransactWriteItems', { do: 'lose', times: 4 });
  expect(await ask('POST /lipsync/generate')).toEqual(awayFrom('POST /lipsync/generate'));
  expect(await list()).toBe(before);
});

it('a job that cannot be withdrawn is logged with its id', async () => {
  const withdrawal = /A job whose acceptance failed could not be withdrawn/;
  const before = lines.length;
  strike('dynamodb.TransactWriteItems', { do: 'fail' });
  expect(await ask('POST /lipsync/generate')).toEqual(awayFrom('POST /lipsync/generate'));
  await vi.waitFor(() => {
    const logged = lines.slice(before).filter((line) => withdrawal.test(line));
    expect(logged).toEqual([expect.stringMatching(/"job":"[\w-]{36}"/)]);
  }, 60_000);
});
