import { readFaultPlan } from 'local-aws';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { type SharedService, sharedService, tinyJob } from './service.ts';

/** Log lines from the functions. */
const lines: string[] = [];
let service: SharedService;
let client: Service;
/** IDs of successful jobs. The spare job may be deleted. */
let job: string;
let spare: string;

beforeAll(async () => {
  service = await sharedService({ onLog: ({ line }) => lines.push(line) });
  client = await service.as('unavailable');
  [job, spare] = await Promise.all([submit(client, tinyJob), submit(client, tinyJob)]);
  for (const id of [job, spare]) expect((await watch(client, id)).status).toBe('succeeded');
});
afterEach(() => service.faults.disarm());
afterAll(() => service.end());

/** Injects a fault into every call to an operation. */
const inject = (on: string, what: object) =>
  service.faults.arm(readFaultPlan(JSON.stringify({ faults: [{ on, times: 1_000_000, ...what }] })).faults);

const ask = async (address: string) => {
  const [method, path = ''] = address.split(' ');
  const answer = await fetch(`${client.url}${path.replace('JOB', job).replace('SPARE', spare)}`, {
    method: method as string,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(path.includes('uploads') ? { size: 1000 } : tinyJob) }),
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), body: (await answer.json()) as object };
};

/** Returns the response to expect. Only a request with an Idempotency-Key is safe to repeat. */
const unavailable = (address: string) => {
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

describe('503 with Retry-After', () => {
  it('is returned by every endpoint while DynamoDB is unavailable', async () => {
    inject('dynamodb.GetItem', { do: 'fail' });
    const answers = await Promise.all(ADDRESSES.map(ask));
    for (const [index, address] of ADDRESSES.entries()) expect(answers[index], address).toEqual(unavailable(address));
  });

  it.each([
    ['dynamodb.Query', 'GET /status'],
    ['dynamodb.TransactWriteItems', 'POST /lipsync/generate'],
    ['s3.ListObjectsV2', 'DELETE /lipsync/jobs/SPARE'],
  ])('is returned while %s fails, for %s', async (operation, address) => {
    inject(operation, { do: 'fail' });
    expect(await ask(address)).toEqual(unavailable(address));
  });

  it('is returned before the function times out if DynamoDB never responds', async () => {
    inject('dynamodb.GetItem', { do: 'drop', ms: 60_000 });
    // Once the function has timed out after 10 s, the gateway would respond.
    expect(await ask('GET /status?id=JOB')).toEqual(unavailable('GET /status'));
  });

  it('is returned if the function crashes or times out', async () => {
    inject('function:status', { do: 'fail' });
    const { status, retry, body } = await ask('GET /status?id=JOB');
    expect([status, retry, body]).toEqual([503, '5', expect.objectContaining({ title: 'Service unavailable' })]);
  });
});

it('a job is withdrawn if its transaction succeeded but the response was lost', async () => {
  const list = async () => ((await ask('GET /status?limit=100')).body as { jobs: { id: string }[] }).jobs.length;
  const before = await list();
  inject('dynamodb.TransactWriteItems', { do: 'lose', times: 4 });
  expect(await ask('POST /lipsync/generate')).toEqual(unavailable('POST /lipsync/generate'));
  expect(await list()).toBe(before);
});

it('a job that cannot be withdrawn is logged with its ID', async () => {
  const withdrawal = /A job whose acceptance failed could not be withdrawn/;
  const before = lines.length;
  inject('dynamodb.TransactWriteItems', { do: 'fail' });
  expect(await ask('POST /lipsync/generate')).toEqual(unavailable('POST /lipsync/generate'));
  await vi.waitFor(() => {
    const logged = lines.slice(before).filter((line) => withdrawal.test(line));
    expect(logged).toEqual([expect.stringMatching(/"job":"[\w-]{36}"/)]);
  }, 60_000);
});
