import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { JobRecord, WebhookDelivery } from '@talking-avatar/contract';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { dynamodb } from '#aws/clients';
import { findJob, finishAudit, finishDeliveries, type JobItem, UNDELIVERED, workListKey } from '#jobs';
import { listFailedDeliveries, replayWebhook, storeFailedDelivery } from '#webhooks';
import { findTarget } from '../../bin/operator/target.ts';
import { replay as replayCommand } from '../../bin/operator/webhooks.ts';
import { replay as replayEndpoint } from '../../functions/api/webhooks/deliveries.ts';
import { createDrafts } from '../jobs/drafts.ts';
import { useEmbedded } from '../jobs/embedded.ts';

vi.mock('../../bin/operator/target.ts', () => ({ findTarget: vi.fn() }));

const embedded = useEmbedded(1);
const { draft, accepted } = createDrafts(embedded);

const FAILED: WebhookDelivery = { state: 'failed', attempts: 8, base: 0, log: [] };

/** Creates a successful job whose webhook was given up on. */
async function withFailedWebhook(): Promise<JobRecord> {
  const { specification } = await draft();
  return accepted('acme', {
    status: 'succeeded',
    specification: { ...specification, web_hooks: { on_success: 'https://example.com/hook' } },
    deliveries: { on_success: FAILED },
  });
}

const replay = (job: JobRecord, webhooksQueue = embedded.resources.jobsQueue) =>
  replayWebhook({ jobsTable: 'jobs', webhooksTable: 'webhooks', webhooksQueue }, job, {
    event: 'on_success',
    workList: workListKey(UNDELIVERED, job.id),
  });

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

describe('the work list of a job whose webhook is replayed', () => {
  const WAITING: WebhookDelivery = { state: 'waiting', attempts: 2, base: 0, log: [] };
  const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

  /** Creates an ended job whose `on_success` was delivered, either on a work list or on none. */
  async function onList(
    list: 'undelivered' | 'unaudited' | undefined,
    deliveries: NonNullable<JobRecord['deliveries']>,
  ): Promise<JobRecord> {
    const { specification } = await draft();
    const web_hooks = { on_running: 'https://example.com/hook', on_success: 'https://example.com/hook' };
    const started_at = YESTERDAY;
    const job = await accepted('acme', { status: 'succeeded', started_at, specification: { ...specification, web_hooks }, deliveries });
    await dynamodb().send(
      new UpdateCommand({
        TableName: 'jobs',
        Key: { id: job.id },
        UpdateExpression: list ? 'SET work_list = :list, list_position = :since' : 'REMOVE work_list, list_position',
        ...(list && { ExpressionAttributeValues: { ':list': workListKey(list, job.id), ':since': YESTERDAY } }),
      }),
    );
    return job;
  }
  const call = ({ id, account }: JobRecord) =>
    replayEndpoint({ JOBS_TABLE: 'jobs', WEBHOOKS_TABLE: 'webhooks', WEBHOOKS_QUEUE_URL: embedded.resources.jobsQueue } as never, account, {
      body: JSON.stringify({ id, event: 'on_success' }),
      headers: {},
    } as APIGatewayProxyEvent);
  const read = async ({ id }: JobRecord): Promise<JobItem> => (await findJob('jobs', id))!;
  const placeOf = async (job: JobRecord) => {
    const { work_list, list_position } = await read(job);
    return [work_list, list_position];
  };

  it('keeps the time since when a delivery has waited, whether or not the replay is refused', async () => {
    const waiting = await onList('undelivered', { on_success: WAITING });
    await expect(call(waiting)).rejects.toThrow('waiting for its next attempt');
    expect(await placeOf(waiting)).toEqual(['undelivered', YESTERDAY]);
    const other = await onList('undelivered', { on_running: WAITING, on_success: FAILED });
    expect(await call(other)).toMatchObject({ state: 'waiting' });
    expect(await placeOf(other)).toEqual(['undelivered', YESTERDAY]);
  });

  it('is unchanged when nothing is replayed, and starts with the replay', async () => {
    const skipped = await onList(undefined, { on_success: { ...FAILED, state: 'skipped' } });
    await expect(call(skipped)).rejects.toThrow('no event to report');
    expect(await placeOf(skipped)).toEqual([undefined, undefined]);
    const failed = await onList(undefined, { on_success: FAILED });
    await call(failed);
    const { work_list, list_position, deliveries } = await read(failed);
    expect([work_list, list_position]).toEqual(['undelivered', new Date(deliveries!.on_success!.since!).toISOString()]);
  });

  it('is not left by a process that read the job before the replay', async () => {
    const watched = await onList('undelivered', { on_success: FAILED });
    const before = await read(watched);
    await call(watched);
    expect(await finishDeliveries('jobs', before)).toBe(false);
    expect((await placeOf(watched))[0]).toBe('undelivered');
    const unaudited = await onList('unaudited', { on_success: FAILED });
    const ended = await read(unaudited);
    await call(unaudited);
    await finishAudit('jobs', ended);
    expect((await placeOf(unaudited))[0]).toBe('undelivered');
  });
});
