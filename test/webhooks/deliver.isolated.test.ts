import { randomUUID } from 'node:crypto';
import type { JobRecord, WebhookDelivery } from '@talking-avatar/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { ACCEPTED, findJob, finishAudit, moveToWorkList, UNAUDITED } from '#jobs';
import { listFailedDeliveries, MAX_DELIVERY_TIME_MS, takeSlot } from '#webhooks';
import { postDelivery } from '../../functions/workers/deliver/attempt.ts';
import { deliverWebhook } from '../../functions/workers/deliver/deliver.ts';
import { createDrafts } from '../jobs/drafts.ts';
import { useEmbedded } from '../jobs/embedded.ts';

vi.mock('../../functions/workers/deliver/attempt.ts', () => ({ ATTEMPT_TIMEOUT: 10_000, postDelivery: vi.fn() }));

const embedded = useEmbedded(1);
const { draft, accepted } = createDrafts(embedded);
const now = Date.now();

/** Simulates the response of the receiver. */
const answer = (status: number, answering: Promise<void> = Promise.resolve()) =>
  vi.mocked(postDelivery).mockImplementation(async () => {
    await answering;
    const reason = status < 300 ? null : `the receiver returned ${status}`;
    const attempt = { at: new Date(now).toISOString(), status, reason, duration: 1 };
    return { attempt, blocked: false, retryAfter: undefined };
  });
beforeEach(() => {
  vi.clearAllMocks();
  answer(503);
});

/** Creates a job in a new account that succeeded `ago` ms ago and has a webhook waiting. */
async function succeeded(ago: number, delivery: Partial<WebhookDelivery> = {}): Promise<JobRecord> {
  const { specification } = await draft();
  const at = new Date(now - ago).toISOString();
  return accepted(randomUUID(), {
    status: 'succeeded',
    created_at: at,
    started_at: at,
    finished_at: at,
    specification: { ...specification, web_hooks: { on_success: 'https://example.com/hook' } },
    deliveries: { on_success: { state: 'waiting', attempts: 0, base: 0, log: [], ...delivery } },
  });
}

const deliver = ({ id }: JobRecord, attempts = 0) =>
  deliverWebhook(
    {
      JOBS_TABLE: 'jobs',
      WEBHOOKS_TABLE: 'webhooks',
      WEBHOOKS_QUEUE_URL: embedded.resources.jobsQueue,
      SLOTS: 2,
    } as never,
    { job: id, event: 'on_success', attempts, at: 0, waits: 0 },
    () => now,
  );

const stored = async ({ id }: JobRecord) => (await findJob('jobs', id))?.deliveries?.on_success;
const failedOf = async ({ id }: JobRecord) =>
  (await listFailedDeliveries('webhooks')).filter(({ job }) => job === id).map(({ reason }) => reason);
const fillSlots = async ({ account }: JobRecord) => {
  for (const holder of ['a', 'b']) await takeSlot('webhooks', account, holder, { size: 2, now, until: now + 10_000 });
};

it('gives up a delivery a day after its event, not after its first attempt', async () => {
  const fresh = await succeeded(60_000);
  expect(await deliver(fresh)).toMatchObject({ outcome: 'to be retried' });
  const old = await succeeded(MAX_DELIVERY_TIME_MS - 1_000);
  expect(await deliver(old)).toMatchObject({ outcome: 'given up', reason: 'the receiver returned 503' });
  expect(await stored(old)).toMatchObject({ state: 'failed', attempts: 1 });
});

it('postpones a delivery without a free slot, and gives it up a day after its event', async () => {
  const fresh = await succeeded(60_000);
  await fillSlots(fresh);
  expect(await deliver(fresh)).toMatchObject({ outcome: 'no free slot' });
  const old = await succeeded(MAX_DELIVERY_TIME_MS);
  await fillSlots(old);
  const reason = 'not delivered within a day: no free slot';
  expect(await deliver(old)).toMatchObject({ outcome: 'given up', reason });
  expect(await stored(old)).toEqual({ state: 'failed', attempts: 0, base: 0, log: [] });
  expect(await failedOf(old)).toEqual([reason]);
});

it('gives up a message whose previous attempt was never recorded a day after the event', async () => {
  const fresh = await succeeded(60_000);
  expect(await deliver(fresh, 1)).toMatchObject({ outcome: 'another attempt in progress' });
  const old = await succeeded(MAX_DELIVERY_TIME_MS);
  expect(await deliver(old, 1)).toMatchObject({ outcome: 'given up' });
  expect(await stored(old)).toMatchObject({ state: 'failed', attempts: 0 });
});

it('does not give up a delivery while an attempt is in progress', async () => {
  const job = await succeeded(MAX_DELIVERY_TIME_MS, { claimed_until: now + 10_000 });
  expect(await deliver(job)).toMatchObject({ outcome: 'another attempt in progress' });
  expect(await stored(job)).toMatchObject({ state: 'waiting' });
  expect(await failedOf(job)).toEqual([]);
});

it('a copy of a message does not release the slot of the attempt in progress', async () => {
  const job = await succeeded(60_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(204, promise);
  const first = deliver(job);
  await vi.waitFor(() => expect(postDelivery).toHaveBeenCalled());
  expect(await deliver(job)).toMatchObject({ outcome: 'another attempt in progress' });
  const take = (holder: string) => takeSlot('webhooks', job.account, holder, { size: 2, now, until: now + 10_000 });
  expect([await take('a'), await take('b')]).toEqual([true, false]);
  resolve();
  expect(await first).toMatchObject({ outcome: 'delivered' });
  expect(await take('b')).toBe(true);
});

it("releases a dead attempt's slot once it has expired", async () => {
  const job = await succeeded(60_000);
  const take = (holder: string, at: number) => takeSlot('webhooks', job.account, holder, { size: 1, now: at, until: at + 10 });
  expect([await take('a', now), await take('b', now + 10), await take('b', now + 11)]).toEqual([true, false, true]);
});

it('takes a job off its work list if the audit put it there during the last attempt', async () => {
  const job = await succeeded(60_000);
  await moveToWorkList('jobs', job.id, ACCEPTED, UNAUDITED);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer(204, promise);
  const delivery = deliver(job);
  await vi.waitFor(() => expect(postDelivery).toHaveBeenCalled());
  await finishAudit('jobs', (await findJob('jobs', job.id))!);
  expect((await findJob('jobs', job.id))?.work_list).toBe('undelivered');
  resolve();
  expect(await delivery).toMatchObject({ outcome: 'delivered' });
  expect((await findJob('jobs', job.id))?.work_list).toBeUndefined();
});
