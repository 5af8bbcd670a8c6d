import { readFaultPlan } from 'local-aws';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type SharedService, sharedService } from './service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.end());

const check = async () => {
  const response = await fetch(`${service.url}/health`);
  const { status, headers } = response;
  return { status, cached: headers.get('cache-control'), retry: headers.get('retry-after'), body: (await response.json()) as object };
};

it('returns 200 without a token, uncached', async () => {
  expect(await check()).toEqual({ status: 200, cached: 'no-store', retry: null, body: { status: 'ok' } });
});

it('returns 503 in the error format while the table is unavailable, and 200 as soon as it is available', async () => {
  service.faults.arm(readFaultPlan(JSON.stringify({ faults: [{ on: 'dynamodb.GetItem', times: 1_000_000, do: 'fail' }] })).faults);
  // Once a read has succeeded, it remains valid for a few seconds.
  const failed = await vi.waitFor(async () => {
    const answer = await check();
    expect(answer.status).toBe(503);
    return answer;
  }, 30_000);
  expect(failed).toMatchObject({
    cached: 'no-store',
    retry: '5',
    body: { title: 'Service unavailable', message: expect.stringMatching(/^The service is temporarily unavailable; try again/), code: 503 },
  });
  service.faults.disarm();
  expect(await check()).toMatchObject({ status: 200 });
});
