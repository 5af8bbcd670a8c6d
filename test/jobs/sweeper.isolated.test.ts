import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { JobRecord, WebhookDelivery } from '@talking-avatar/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findObjectSize, jobKeys, putObject } from '#aws';
import { dynamodb } from '#aws/clients';
import {
  acceptJob,
  assignStartTag,
  finalizeJob,
  findJob,
  listParkedWithDeadline,
  markJobRunning,
  parkJob,
  publishJobEnd,
  releaseLease,
  takeLease,
  UNDELIVERED,
  workListKey,
  writeTerminalStatus,
} from '#jobs';
import { listFailedDeliveries, OVERDUE_AFTER_MS, replayWebhook } from '#webhooks';
import { sweep } from '../../functions/workers/sweep/sweep.ts';
import { parkedSortKey } from '../../layers/jobs/item.ts';
import { LATE_WRITE_WINDOW_S } from '../../layers/jobs/steps/time-limits.ts';
import { cancelQueuedJob, cancelUnfinishedJob } from '../../layers/jobs/transitions.ts';
import { createDrafts } from './drafts.ts';
import { useEmbedded } from './embedded.ts';

/** After this time, none of the steps of a job can still be running, in ms. */
const WRITTEN = (LATE_WRITE_WINDOW_S + 60) * 1000;

const embedded = useEmbedded(2);
const { resources, tables, takeSent } = embedded;
const parking = { jobs: 'jobs', capacity: 2 };
const { draft, accepted, statusOf, leases } = createDrafts(embedded);

describe('the sweep', () => {
  const later = () => Date.now() + 120_000;
  const sweeping = {
    ...resources,
    stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none',
    lostAfter: 60_000,
    audit: async () => ({ complete: true, estimated: 0 }),
    webhooks: 'webhooks',
  };
  const run = () => sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, later);

  it('requeues a job that the dispatcher never received', async () => {
    const job = await accepted();
    expect((await run()).resent).toBeGreaterThanOrEqual(1);
    const sent: string[] = [];
    for (let batch = await takeSent(); batch.length > 0; batch = await takeSent()) sent.push(...batch);
    expect(sent).toContain(job.id);
  });

  it('continues after a failed part, and throws its error at the end', async () => {
    const [lost, ended] = [await accepted(), await accepted()];
    await takeLease(resources.capacity, ended.id, 'acme');
    await writeTerminalStatus(tables, ended, { status: 'succeeded' });
    const failing = sweep({ ...sweeping, jobsQueue: `${resources.jobsQueue}-gone` }, later);
    await expect(failing).rejects.toThrow(/queue/);
    expect((await findJob(tables.jobs, ended.id))?.work_list).toBeUndefined();
    expect(await leases()).toEqual([]);
    expect((await findJob(tables.jobs, lost.id))?.work_list).toBe('accepted');
  });

  it("releases an ended job's lease, and starts a parked job", async () => {
    const [ended, work_list] = [await accepted(), await accepted()];
    await takeLease(resources.capacity, ended.id, 'acme');
    await writeTerminalStatus(tables, ended, { status: 'succeeded' });
    await parkJob(parking, work_list, await assignStartTag(resources.capacity, 'acme'));
    const result = await run();
    expect(result.released).toBe(1);
    expect(await leases()).toEqual([work_list.id]);
    await releaseLease(resources.capacity, work_list.id);
  });

  describe('with a waiting webhook', () => {
    /** Returns a job that has ended and has been audited. */
    async function ended(delivery: Partial<WebhookDelivery> = {}): Promise<JobRecord> {
      const { specification } = await draft();
      const hooks = { on_success: 'https://example.com/hook', on_fail: 'https://example.com/hook' };
      const waiting: WebhookDelivery = { state: 'waiting', attempts: 0, base: 0, log: [] };
      const job = await accepted(randomUUID(), {
        started_at: new Date().toISOString(),
        specification: { ...specification, web_hooks: hooks },
        deliveries: { on_success: { ...waiting, ...delivery }, on_fail: waiting },
      });
      await writeTerminalStatus(tables, job, { status: 'succeeded' });
      await publishJobEnd({ jobs: tables.jobs, bus: resources.bus }, job.id);
      await sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, later);
      return job;
    }
    const sweepAt = (after: number) => sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, () => Date.now() + after);
    const read = async ({ id }: JobRecord) => (await findJob(tables.jobs, id))!;
    const replay = async (job: JobRecord) =>
      replayWebhook({ jobsTable: 'jobs', webhooksTable: 'webhooks', webhooksQueue: resources.jobsQueue }, await read(job), {
        event: 'on_success',
        workList: workListKey(UNDELIVERED, job.id),
      });
    const OVERDUE = OVERDUE_AFTER_MS + 60_000;

    it('ends the wait after the last possible attempt, so that the webhook can be replayed', async () => {
      const job = await ended();
      expect((await read(job)).work_list).toBe('undelivered');
      await expect(replay(job)).rejects.toThrow('waiting for its next attempt');
      expect((await sweepAt(OVERDUE_AFTER_MS - 60_000)).undelivered).toBe(0);
      expect((await sweepAt(OVERDUE)).undelivered).toBe(1);
      const { work_list, deliveries } = await read(job);
      expect([work_list, deliveries?.on_success?.state]).toEqual([undefined, 'failed']);
      expect((await listFailedDeliveries('webhooks')).map(({ job: id, event }) => [id, event])).toEqual([[job.id, 'on_success']]);
      await replay(job);
      expect((await read(job)).work_list).toBe('undelivered');
      expect((await sweepAt(OVERDUE)).undelivered).toBe(1);
    });

    it('leaves it alone if it was replayed later, or an attempt is in progress', async () => {
      const replayed = await ended({ since: Date.now() + 120_000 });
      const tried = await ended({ claimed_until: Date.now() + 2 * OVERDUE });
      expect((await sweepAt(OVERDUE)).undelivered).toBe(0);
      expect((await sweepAt(OVERDUE + 180_000)).undelivered).toBe(1);
      expect((await read(replayed)).deliveries?.on_success?.state).toBe('failed');
      expect((await read(tried)).deliveries?.on_success?.state).toBe('waiting');
    });

    it('does not watch it if it was delivered before the audit', async () => {
      expect((await read(await ended({ state: 'delivered' }))).work_list).toBeUndefined();
    });
  });

  it("deletes a cancelled job's objects, including later ones, until no step can still be running", async () => {
    const job = await accepted();
    await markJobRunning(tables.jobs, job.id);
    const { segment } = jobKeys(job.id);
    const drawn = () => findObjectSize(resources.bucket, segment(0, 'mp4'));
    await putObject(resources.bucket, segment(0, 'mp4'), 'frames', 'video/mp4');
    await cancelUnfinishedJob(tables.jobs, job.id, { title: 't', message: 'm', code: 499 });
    await finalizeJob(resources, job.id, { status: 'ABORTED' });
    expect(await drawn()).toBeUndefined();
    await putObject(resources.bucket, segment(0, 'mp4'), 'late frames', 'video/mp4');
    expect((await run()).emptied).toBe(1);
    expect(await drawn()).toBeUndefined();
    const isWatched = async () => (await findJob(tables.jobs, job.id))?.work_list === 'removed';
    // By now, a function would have ended, but a task may still be writing.
    for (const [after, watched] of [
      [1_000_000, true],
      [WRITTEN, false],
    ] as const) {
      await sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, () => Date.now() + after);
      expect(await isWatched()).toBe(watched);
    }
  });

  it('releases leases before it audits jobs, so that a hanging ledger does not delay anything else', async () => {
    const job = await accepted();
    await cancelQueuedJob(tables.jobs, job.id, { title: 't', message: 'm', code: 408 });
    await publishJobEnd({ jobs: tables.jobs, bus: resources.bus }, job.id);
    await takeLease(resources.capacity, job.id, 'acme');
    const held: string[][] = [];
    const audit = async ({ id }: { id: string }) => {
      if (id === job.id) held.push(await leases());
      throw new Error('The ledger is unavailable');
    };
    await sweep({ ...sweeping, audit, jobsQueue: resources.jobsQueue }, () => Date.now() + WRITTEN);
    expect(held).toEqual([[]]);
    expect((await findJob(tables.jobs, job.id))?.work_list).toBe('unaudited');
    await sweep({ ...sweeping, jobsQueue: resources.jobsQueue }, () => Date.now() + WRITTEN);
    expect((await findJob(tables.jobs, job.id))?.work_list).toBeUndefined();
  });

  it("does not delete a successful job's folder, even if its execution is stopped afterward", async () => {
    const job = await accepted();
    await markJobRunning(tables.jobs, job.id);
    await putObject(resources.bucket, jobKeys(job.id).result('csv'), 'curves', 'text/csv');
    await writeTerminalStatus(tables, job, { status: 'succeeded' });
    await finalizeJob(resources, job.id, { status: 'ABORTED' });
    await run();
    expect(await findObjectSize(resources.bucket, jobKeys(job.id).result('csv'))).toBe(6);
  });

  describe('with parked jobs and no free capacity', () => {
    const held: string[] = [];
    /** Takes a lease for a job that has neither started nor ended. */
    async function occupy(): Promise<void> {
      const job = await accepted();
      await takeLease(resources.capacity, job.id, 'acme');
      held.push(job.id);
    }
    afterEach(async () => {
      for (const id of held.splice(0)) await releaseLease(resources.capacity, id);
    });

    /** Parks a job that will have waited too long by the time of the sweep. */
    async function overdue(): Promise<JobRecord> {
      const job = await draft();
      job.specification.wait_time = 1;
      await acceptJob(tables, job);
      await parkJob(parking, job, await assignStartTag(resources.capacity, 'acme'));
      return job;
    }

    it('cancels a parked job whose deadline message was lost', async () => {
      await occupy();
      await occupy();
      const job = await overdue();
      expect((await run()).cancelled).toBe(1);
      expect(await statusOf(job)).toBe('cancelled');
    });

    it('repairs leases first, and leaves overdue jobs to the next sweep when its time is up', async () => {
      await occupy();
      const ended = await accepted();
      await takeLease(resources.capacity, ended.id, 'acme');
      await writeTerminalStatus(tables, ended, { status: 'succeeded' });
      const [next, ...others] = [await overdue(), await overdue(), await overdue()];
      let time = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 60_000));
      const first = await run().finally(() => clock.mockRestore());
      expect([first.released, first.cancelled]).toEqual([1, 0]);
      expect(await leases()).toContain(next!.id);
      held.push(next!.id);
      expect((await run()).cancelled).toBe(2);
      for (const job of others) expect(await statusOf(job)).toBe('cancelled');
    });

    it('cancels an overdue job behind hundreds of parked ones, reading only their deadlines', async () => {
      await occupy();
      await occupy();
      const job = await draft();
      const parked = Array.from({ length: 250 }, (_, tag) => ({ ...job, id: String(randomUUID()), tag }));
      parked.push({ ...job, tag: 250, specification: { ...job.specification, wait_time: 1 } });
      for (const { tag, ...item } of parked) {
        const list_position = parkedSortKey(tag, item.created_at);
        await dynamodb().send(new PutCommand({ TableName: tables.jobs, Item: { ...item, work_list: 'parked', list_position } }));
      }
      const pages = await Array.fromAsync(listParkedWithDeadline(tables.jobs, 2));
      expect(pages.flat()).toEqual([{ id: job.id, created_at: job.created_at, specification: { wait_time: 1 } }]);
      expect((await run()).cancelled).toBe(1);
      expect(await statusOf(job)).toBe('cancelled');
    });
  });
});
