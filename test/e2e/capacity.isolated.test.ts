import { ServiceError } from '@talking-avatar/client';
import type { JobStatusView } from '@talking-avatar/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, submit, watch } from '../../bin/demo/client.ts';
import { startService, type TestService, tinyJob } from './service.ts';

/** Returns the maximum number of jobs that ran at the same time, according to their start and end times. */
function mostAtOnce(jobs: readonly JobStatusView[]): number {
  const changes = jobs.flatMap(({ started_at, finished_at }) => [
    { at: started_at ?? '', by: 1 },
    { at: finished_at ?? '', by: -1 },
  ]);
  // If one job ends in the same millisecond as another starts, the end comes first, because it freed the capacity.
  changes.sort((a, b) => a.at.localeCompare(b.at) || a.by - b.by);
  let running = 0;
  return Math.max(...changes.map(({ by }) => (running += by)));
}

/** Number of jobs. There are enough that most of them have to wait. `npm run load` submits thousands. */
const JOBS = 48;

/** Number of concurrent requests. Four processes handle them, and the last request must be done within the 29 s that the API allows. */
const POSTING = 32;

describe('with capacity 4', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ capacity: 4 });
  });
  afterAll(() => service.end());

  it(`${JOBS} concurrent jobs all end once, with at most 4 running at a time, and two accounts take turns`, async () => {
    const [crowd, single] = [await service.as('crowd'), await service.as('single')];
    const posts: { owner: Service; text: string }[] = Array.from({ length: JOBS }, (_, n) => ({
      owner: n % 4 === 3 ? single : crowd,
      text: `Job ${n}.`,
    }));
    // Submit the crowd's jobs first, to the extent that concurrent requests have an order at all.
    posts.sort((a, b) => Number(a.owner === single) - Number(b.owner === single));
    const ids: { owner: Service; id: string }[] = [];
    const waiting = posts.values();
    const postOnwards = async () => {
      for (const { owner, text } of waiting) ids.push({ owner, id: await submit(owner, { ...tinyJob, text }) });
    };
    await Promise.all(Array.from({ length: POSTING }, postOnwards));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(JOBS);

    const jobs: JobStatusView[] = [];
    for (const { owner, id } of ids) jobs.push(await watch(owner, id));
    expect(jobs.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    expect(mostAtOnce(jobs)).toBeLessThanOrEqual(4);
    expect(mostAtOnce(jobs)).toBeGreaterThanOrEqual(2);

    const singles = new Set(ids.filter(({ owner }) => owner === single).map(({ id }) => id));
    const order = jobs.toSorted((a, b) => a.started_at!.localeCompare(b.started_at!)).map(({ id }) => singles.has(id));
    // If the accounts take turns, the single account's quarter is done after about half of the jobs. In order of arrival, it would
    // take until almost all of them are done.
    expect(order.lastIndexOf(true)).toBeLessThan(JOBS * 0.7);
  });

  it('a quota of 10 accepts exactly 10 of 20 concurrent requests', async () => {
    const client = await service.as('limited', { name: 'trial', quota: 10, days: 1 });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => submit(client, tinyJob)));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ServiceError] : []));
    expect(refused.every((reason) => reason instanceof ServiceError && reason.body.title === 'Request limit reached')).toBe(true);
    expect(answers.length - refused.length).toBe(10);
  });
});
