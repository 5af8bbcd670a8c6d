import type { JobRecord, WebhookDelivery } from '@talking-avatar/contract';
import { expect, it, vi } from 'vitest';
import { findJob } from '#jobs';
import { listFailedDeliveries, replayWebhook, storeFailedDelivery } from '#webhooks';
import { findTarget } from '../../bin/operator/target.ts';
import { replay as replayCommand } from '../../bin/operator/webhooks.ts';
import { createDrafts } from '../jobs/drafts.ts';
import { useEmbedded } from '../jobs/embedded.ts';

vi.mock('../../bin/operator/target.ts', () => ({ findTarget: vi.fn() }));

const embedded = useEmbedded(1);
const { draft, accepted } = createDrafts(embedded);

const FAILED: WebhookDelivery = { state: 'failed', attempts: 8, base: 0, log: [] };

/** Creates a successful job whose webhook was given up. */
async function withFailedWebhook(): Promise<JobRecord> {
  const { specification } = await draft();
  return accepted('acme', {
    status: 'succeeded',
    specification: { ...specification, web_hooks: { on_success: 'https://example.com/hook' } },
    deliveries: { on_success: FAILED },
  });
}

const replay = (job: JobRecord, webhooksQueue = embedded.resources.jobsQueue) =>
  replayWebhook({ jobsTable: 'jobs', webhooksTable: 'webhooks', webhooksQueue }, job, 'on_success');

const stored = async ({ id }: JobRecord) => (await findJob('jobs', id))?.deliveries?.on_success;

it('leaves the delivery unchanged if a replay cannot be queued, so that it can be repeated', async () => {
  const job = await withFailedWebhook();
  await expect(replay(job, `${embedded.resources.jobsQueue}-missing`)).rejects.toThrow();
  expect(await stored(job)).toEqual(FAILED);
  await replay((await findJob('jobs', job.id))!);
  expect(await stored(job)).toMatchObject({ state: 'waiting', attempts: 8, base: 8 });
  expect(await embedded.takeSent()).toHaveLength(1);
});

it('rejects one of two concurrent replays, and queues one message', async () => {
  const job = await withFailedWebhook();
  const outcomes = await Promise.allSettled([replay(job), replay(job)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { name: 'WebhookNotEndedError', message: 'another request is sending it again' },
  });
  expect(await embedded.takeSent()).toHaveLength(1);
});

/** Returns the output of `avatar webhooks replay JOB`. */
async function operate({ id }: JobRecord, webhooksQueue = embedded.resources.jobsQueue): Promise<string> {
  vi.mocked(findTarget).mockResolvedValue({ jobsTable: 'jobs', webhooksTable: 'webhooks', webhooksQueue } as never);
  const lines: string[] = [];
  await replayCommand(id, {}, { out: (line) => void lines.push(line), err: (line) => void lines.push(line) });
  return lines.join('\n');
}

const keep = ({ id, account, expires_at }: JobRecord) =>
  storeFailedDelivery('webhooks', {
    job: id,
    event: 'on_success',
    account,
    host: 'example.com',
    reason: 'gone',
    attempts: 8,
    failed_at: new Date().toISOString(),
    expires_at,
  });
const kept = async ({ id }: JobRecord) => (await listFailedDeliveries('webhooks')).filter(({ job }) => job === id);

it("leaves the delivery unchanged if an operator's replay cannot be queued, so that it can be repeated", async () => {
  const job = await withFailedWebhook();
  await keep(job);
  await expect(operate(job, `${embedded.resources.jobsQueue}-missing`)).rejects.toThrow();
  expect(await stored(job)).toEqual(FAILED);
  expect(await kept(job)).toHaveLength(1);
  expect(await operate(job)).toBe('Resending 1 of 1 webhooks.');
  expect(await stored(job)).toMatchObject({ state: 'waiting', attempts: 8, base: 8 });
  expect(await kept(job)).toEqual([]);
  expect(await embedded.takeSent()).toHaveLength(1);
});

it('sends nothing if an operator replays a webhook that someone else has already replayed', async () => {
  const job = await withFailedWebhook();
  await replay(job);
  await embedded.takeSent();
  await keep(job);
  expect(await operate(job)).toMatch(/^Resending 0 of 1 webhooks\.\nSkipped 1: another operator or client has just resent it/);
  expect(await embedded.takeSent()).toEqual([]);
});
