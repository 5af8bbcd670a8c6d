import { expect, it } from 'vitest';
import { runCampaign } from '../../bench/faults/campaign.ts';

it('survives six random fault plans: every job ends once with its webhook, and no lease, quota or object is lost', async () => {
  const { violations, injected, jobs } = await runCampaign({ plans: 6, seed: 20_260_101, refusals: 1 });
  expect(violations).toEqual([]);
  expect(jobs).toBeGreaterThan(6);
  expect(Object.keys(injected).length).toBeGreaterThan(2);
});
