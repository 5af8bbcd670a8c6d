import { expect, it } from 'vitest';
import type { JobRecord, WebhookDelivery } from '../../layers/contract/index.ts';
import { findJob } from '../../layers/jobs/index.ts';
import { replayWebhook } from '../../layers/webhooks/index.ts';
import { createDrafts } from '../jobs/drafts.ts';
import { useEmbedded } from '../jobs/embedded.ts';

const embedded = useEmbedded(1);
const { draft, accepted } = createDrafts(embedded);

const FAILED: WebhookDelivery = { state: 'failed', attempts: 8, base: 0, log: [] };

/** A job that has succeeded, whose webhook was given up. */
async function withFailedWebhook(): Promise<JobRecord> {
  const { specification } = await draft();
  return accepted('acme', {
    status: 'succeeded',
    specification: { ...specification, web_hooks: { on_success: 'https://example.com/hook' } },
    notices: { on_success: FAILED },
  });
}

const replay = (job: JobRecord, webhooksQueue = embedded.resources.jobsQueue) =>
  replayWebhook({ jobsTable: 'jobs', webhooksTable: 'webhooks', webhooksQueue }, job, 'on_success');

const stored = async ({ id }: JobRecord) => (await findJob('jobs', id))?.notices?.on_success;

it('a replay that cannot be queued leaves the delivery as it was, and can be repeated', async () => {
  const job = await withFailedWebhook();
  await expect(replay(job, `${embedded.resources.jobsQueue}-missing`)).rejects.toThrow();
  expect(await stored(job)).toEqual(FAILED);
  await replay((await findJob('jobs', job.id))!);
  expect(await stored(job)).toMatchObject({ state: 'waiting', attempts: 8, base: 8 });
  expect(await embedded.takeSent()).toHaveLength(1);
});

it('of two replays at the same time one is refused, and one message is queued', async () => {
  const job = await withFailedWebhook();
  const outcomes = await Promise.allSettled([replay(job), replay(job)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { body: { code: 409 }, message: expect.stringContaining('another request is sending it again') },
  });
  expect(await embedded.takeSent()).toHaveLength(1);
});
