import { expect, it } from 'vitest';
import { runCampaign } from '../faults/campaign.ts';

it('stands 12 random fault plans: every job ends once and is told of, no lease, quota or object is lost', async () => {
  const { violations, struck, jobs } = await runCampaign(12, 20_260_101);
  expect(violations).toEqual([]);
  expect(jobs).toBeGreaterThan(12);
  expect(Object.keys(struck).length).toBeGreaterThan(5);
}, 240_000);
