import type { JobRecord } from '@talking-avatar/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import { readJobCosts } from '../../functions/api/costs/job-cost.ts';

afterEach(() => vi.restoreAllMocks());

it('reads the costs of a page of jobs in order, with at most eight concurrent queries', async () => {
  let running = 0;
  let most = 0;
  let queries = 0;
  vi.spyOn(dynamodb(), 'send').mockImplementation((async () => {
    most = Math.max(most, ++running);
    // Make later queries finish first.
    await new Promise((resolve) => setTimeout(resolve, 20 - (queries++ % 20)));
    running--;
    return { Items: [] };
  }) as never);
  const specification = { output: { type: 'csv' }, language: 'en-US' };
  const ids = Array.from({ length: 50 }, (_, i) => `job-${i}`);
  const costs = await readJobCosts(
    'ledger',
    ids.map((id) => ({ id, specification }) as JobRecord),
  );
  expect(costs.map(({ id }) => id)).toEqual(ids);
  expect(queries).toBe(50);
  expect(most).toBe(8);
});
