import { setTimeout as pause } from 'node:timers/promises';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { busyness } from '@talking-avatar/speech/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobFolder } from '#aws';
import { s3 } from '#aws/s3';
import { findJob, listLeases, listParkedJobs } from '#jobs';
import { listTokens } from '#runtime';
import { listFailedDeliveries, storeFailedDelivery } from '#webhooks';
import { type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { type HeldRecording, holdRecording } from './held-recording.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let receiver: Receiver;
let client: Service;
let held: HeldRecording;

const longJob = { ...tinyJob, text: 'A long and slow story about many things. '.repeat(100) };
/** A job that runs until it is cancelled. */
const heldJob = () => ({ ...tinyJob, audio_url: held.url });

beforeAll(async () => {
  service = await startService({ capacity: 1, tracing: true });
  receiver = await startReceiver();
  held = await holdRecording();
  client = await service.as('acme');
});
afterAll(async () => {
  await service.end();
  await receiver.stop();
  held.stop();
});

const ask = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${client.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${client.token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : undefined };
};
const cancel = (id: string) => ask('POST', `/lipsync/cancel?id=${id}`);
const remove = (id: string) => ask('DELETE', `/lipsync/jobs/${id}`);
const leases = async () => (await listLeases({ table: service.outputs.CapacityTable ?? '', size: 1 })).map(({ job }) => job);

async function running(id: string): Promise<void> {
  while ((await statusOf(client, id)).status === 'queued') await pause(100);
}

/** Waits until a condition is true. @returns the elapsed time in ms @throws Error after `within` ms */
async function soon(holds: () => Promise<boolean>, within: number): Promise<number> {
  const began = Date.now();
  while (!(await holds())) {
    if (Date.now() - began > within) throw new Error(`The condition was not true within ${within} ms`);
    await pause(50);
  }
  return Date.now() - began;
}

/** Lists the keys of all objects that belong to a job. */
async function objectsOf(id: string): Promise<(string | undefined)[]> {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: jobFolder(id) }));
  return Contents.map(({ Key }) => Key);
}

describe('cancelling', () => {
  it('stops a running job within 5 s, releases its lease, and calls on_fail; a second cancel has no effect', async () => {
    const id = await submit(client, { ...longJob, web_hooks: { on_fail: `${receiver.url}/hook` } });
    await running(id);
    const began = Date.now();
    const answer = await cancel(id);
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'cancelled', error: { title: 'Job cancelled', code: 499 } },
    });
    await soon(async () => (await leases()).length === 0, 5_000 * busyness());
    console.info(`A cancelled job released its lease after ${Date.now() - began} ms`);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { ...answer.body, webhooks: expect.anything() } });
    const [delivery] = await receiver.wait(id);
    expect(delivery?.body).toMatchObject({ type: 'job.cancelled', data: { id, status: 'cancelled' } });
    // on_fail was sent, and the job's objects have been deleted.
    expect((await findJob(service.outputs.JobsTable ?? '', id))?.work_list).toBe('removed');
    await soon(async () => (await objectsOf(id)).length === 0, 5_000 * busyness());
    // The cancelled step has no further effect, and the next job can run.
    expect((await watch(client, await submit(client, tinyJob))).status).toBe('succeeded');
    expect(await statusOf(client, id)).toMatchObject({ status: 'cancelled', finished_at: answer.body?.finished_at });
    expect(receiver.deliveries.filter(({ body }) => body.data.id === id)).toHaveLength(1);
  });

  it('unparks a queued job, and rejects a successful one', async () => {
    const first = await submit(client, heldJob());
    await running(first);
    const second = await submit(client, tinyJob);
    await soon(async () => (await listParkedJobs(service.outputs.JobsTable ?? '', 1, 10)).length === 1, 5_000 * busyness());
    expect(await ask('POST', '/lipsync/cancel', { id: second })).toMatchObject({
      status: 200,
      body: { status: 'cancelled', started_at: null },
    });
    expect(await listParkedJobs(service.outputs.JobsTable ?? '', 1, 10)).toEqual([]);
    await cancel(first);
    const done = await watch(client, await submit(client, tinyJob));
    expect(await cancel(done.id)).toMatchObject({ status: 409, body: { title: 'Job already ended', code: 409 } });
  });

  it('counts against the quota', async () => {
    const [token] = (await listTokens(service.outputs.TokensTable ?? '')).filter(({ account }) => account === 'acme');
    expect(token?.used).toBe(5);
  });

  it.each([
    ['POST', '/lipsync/cancel', 400, 'id: is required but missing'],
    ['POST', '/lipsync/cancel?id=nobody', 404, 'This account has no job "nobody".'],
    ['GET', '/lipsync/cancel?id=nobody', 405, 'The method GET is not allowed here; use POST.'],
    ['DELETE', '/lipsync/jobs/nobody', 404, 'This account has no job "nobody".'],
  ])('%s %s returns %i', async (method, path, code, message) => {
    expect(await ask(method, path)).toMatchObject({ status: code, body: { code, message } });
  });

  it("returns 404 for another account's job, like for a job that does not exist", async () => {
    const id = await submit(client, tinyJob);
    const stranger = await service.as('stranger');
    for (const [method, path] of [
      ['POST', `/lipsync/cancel?id=${id}`],
      ['DELETE', `/lipsync/jobs/${id}`],
    ] as const) {
      const answer = await fetch(`${stranger.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${stranger.token}` },
      });
      expect(answer.status).toBe(404);
    }
    expect((await watch(client, id)).status).toBe('succeeded');
  });
});

describe('deleting', () => {
  it('removes objects, text, and webhook addresses, and then returns 410 for the job', async () => {
    const { id } = await watch(
      client,
      await submit(client, { ...tinyJob, text: 'A secret.', web_hooks: { on_success: `${receiver.url}/hook` } }),
    );
    const webhooks = service.outputs.WebhooksTable ?? '';
    const givenUp = { account: 'acme', host: '127.0.0.1', reason: 'r', attempts: 1, failed_at: '', expires_at: 2e9 };
    await storeFailedDelivery(webhooks, { job: id, event: 'on_success', ...givenUp });
    expect((await objectsOf(id)).length).toBeGreaterThan(2);
    expect(await remove(id)).toEqual({ status: 204, body: undefined });
    expect(await objectsOf(id)).toEqual([]);
    expect(await listFailedDeliveries(webhooks)).toEqual([]);
    const record = JSON.stringify(await findJob(service.outputs.JobsTable ?? '', id));
    expect(record).not.toMatch(/A secret|127\.0\.0\.1/);
    const gone = { status: 410, body: { title: 'Result not available', code: 410 } };
    expect(await ask('GET', `/status?id=${id}`)).toMatchObject(gone);
    expect(await ask('GET', `/download?id=${id}`)).toMatchObject(gone);
    expect(await cancel(id)).toMatchObject(gone);
    expect(await remove(id)).toMatchObject(gone);
    expect(JSON.stringify((await ask('GET', '/status?limit=100')).body)).not.toContain(id);
  });

  it('cancels a running job first', async () => {
    const id = await submit(client, heldJob());
    await running(id);
    expect((await remove(id)).status).toBe(204);
    await soon(async () => (await leases()).length === 0, 5_000 * busyness());
    expect((await findJob(service.outputs.JobsTable ?? '', id))?.status).toBe('cancelled');
  });
});

it('a job with a wait_time of 2 s is cancelled after 2 s, and its error names the wait time', async () => {
  const long = await submit(client, heldJob());
  await running(long);

  const ended = await watch(client, await submit(client, { ...tinyJob, wait_time: 2 }));
  expect((await statusOf(client, long)).status).toBe('running');
  expect(ended).toMatchObject({
    status: 'cancelled',
    started_at: null,
    error: {
      title: 'Wait time elapsed',
      message: 'The job could not start within its wait_time of 2 s and was cancelled.',
      code: 408,
    },
  });
  const waited = Date.parse(ended.finished_at!) - Date.parse(ended.created_at);
  expect(waited).toBeGreaterThanOrEqual(1_900);
  // On an idle machine, the deadline message, the function, and the write take a few hundred ms.
  expect(waited).toBeLessThanOrEqual(2_000 + 1_000 * busyness());

  const answer = await fetch(`${client.url}/download?id=${ended.id}&token=${client.token}`);
  expect(answer.status).toBe(410);
  expect(await answer.json()).toEqual({
    title: 'Result not available',
    message: `Job ${ended.id} was cancelled: ${ended.error?.message}`,
    code: 410,
  });
  await cancel(long);
});
