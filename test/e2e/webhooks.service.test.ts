import { encodeWav } from '@talking-avatar/speech';
import { busyness } from '@talking-avatar/speech/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listJobRows } from '#billing';
import { formatSecret, listSecrets, rotateSecret } from '#webhooks';
import { type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { operate } from './operator.ts';
import { type Delivery, type Receiver, startReceiver } from './receiver.ts';
import { sharedService, type TestService, tinyJob } from './service.ts';

let service: TestService;
let receiver: Receiver;
let client: Service;
/** Responses of the receiver by path. The default is 204. */
const answers: Record<string, (delivery: Delivery) => number | undefined> = {};

/** Log lines from the webhook function. */
const logged: Record<string, unknown>[] = [];

function onLog({ line }: { line: string }): void {
  if (line.includes('"message":"Webhook"')) logged.push(JSON.parse(line.slice(line.indexOf('{'))));
}

beforeAll(async () => {
  service = await sharedService({ onLog });
  receiver = await startReceiver((delivery) =>
    (answers[delivery.path] ?? answers[delivery.path.split('?')[0] ?? ''] ?? (() => 204))(delivery),
  );
  client = await service.as('hooked');
});
afterAll(async () => {
  await service.end();
  await receiver.stop();
});

const hooks = (path = '/hook') => ({
  on_running: `${receiver.url}${path}`,
  on_success: `${receiver.url}${path}`,
  on_fail: `${receiver.url}${path}`,
});

const secretPlace = () => ({
  table: service.outputs.WebhooksTable ?? '',
  key: service.outputs.WebhooksKey ?? '',
});

const secretsOf = async (account: string) => (await listSecrets(secretPlace(), account)).map(formatSecret);

/** Runs an operator command. @returns its output */
async function avatar(...args: string[]): Promise<string> {
  const { code, out, err } = await operate(service, ...args);
  const printed = [...out, ...err].join('\n');
  expect(code, printed).toBe(0);
  return printed;
}

/** Waits until each of a job's webhooks has been delivered or given up on. */
const settled = (id: string) => settledOf(client, id);

async function settledOf(owner: Service, id: string) {
  return vi.waitUntil(
    async () => {
      const { webhooks } = await statusOf(owner, id);
      return webhooks.every(({ state }) => state !== 'waiting') && webhooks;
    },
    { timeout: 180_000, interval: 50 },
  );
}

/** Lists the attempts to deliver a job's webhooks that are in the ledger. */
const countedDeliveries = async (id: string) =>
  (await listJobRows(service.outputs.LedgerTable ?? '', id)).flatMap(({ deliveries = [] }) => deliveries).sort();

describe('webhooks', () => {
  it('are sent once when a job starts and once when it succeeds, in this order', async () => {
    const id = await submit(client, { ...tinyJob, web_hooks: hooks() });
    const [running, success] = (await receiver.wait(id, 2)) as [Delivery, Delivery];
    expect([running.body.type, success.body.type]).toEqual(['job.running', 'job.succeeded']);
    expect(running.body.data).toMatchObject({ id, status: 'running', finished_at: null, download_url: null });
    const job = await watch(client, id);
    expect(success.body).toMatchObject({
      timestamp: job.finished_at,
      data: { id, status: 'succeeded', error: null, download_url: `${client.url}/download?id=${id}` },
    });
    const file = await fetch(`${success.body.data.download_url}&token=${client.token}`);
    expect(file.headers.get('content-type')).toBe('text/csv');
    expect(await settled(id)).toMatchObject([
      {
        event: 'on_running',
        state: 'delivered',
        attempts: 1,
        next_attempt_at: null,
        log: [{ status: 204, reason: null }],
      },
      {
        event: 'on_success',
        state: 'delivered',
        attempts: 1,
        next_attempt_at: null,
        log: [{ status: 204, reason: null }],
      },
      { event: 'on_fail', state: 'skipped', attempts: 0, next_attempt_at: null, log: [] },
    ]);
    expect(receiver.deliveries.filter(({ body }) => body.data.id === id)).toHaveLength(2);
  });

  it('are accepted by an independent verifier, which rejects changed messages', async () => {
    const id = await submit(client, { ...tinyJob, web_hooks: hooks() });
    const [secret = ''] = await secretsOf('hooked');
    const verifier = new Webhook(secret);
    const [, success] = (await receiver.wait(id, 2)) as [Delivery, Delivery];
    for (const { raw, headers, body } of [success]) {
      const signed = headers as Record<string, string>;
      expect(verifier.verify(raw, signed)).toEqual(body);
      expect(() => verifier.verify(raw.replace('succeeded', 'failed'), signed)).toThrow();
      expect(() => verifier.verify(raw, { ...signed, 'webhook-id': 'msg_other' })).toThrow();
      const later = String(Number(signed['webhook-timestamp']) + 1);
      expect(() => verifier.verify(raw, { ...signed, 'webhook-timestamp': later })).toThrow();
      const old = String(Number(signed['webhook-timestamp']) - 3600);
      expect(() => verifier.verify(raw, { ...signed, 'webhook-timestamp': old })).toThrow();
      expect(() => verifier.verify(raw, { ...signed, 'webhook-signature': 'v1,AAAA' })).toThrow();
      expect(() => new Webhook(formatSecret(new Uint8Array(32))).verify(raw, signed)).toThrow();
    }
  });

  it("are signed with the new and the old secret after a rotation, and never with another account's", async () => {
    const [before = ''] = await secretsOf('hooked');
    expect(await rotateSecret(secretPlace(), 'hooked')).toBe(true);
    const [after = '', old = ''] = await secretsOf('hooked');
    expect(old).toBe(before);
    expect(after).not.toBe(before);
    const id = await submit(client, { ...tinyJob, web_hooks: { on_success: `${receiver.url}/hook` } });
    const [{ raw, headers }] = (await receiver.wait(id)) as [Delivery];
    for (const secret of [after, before]) {
      expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toBeTruthy();
    }
    const [stranger = ''] = await secretsOf('stranger');
    expect(() => new Webhook(stranger).verify(raw, headers as Record<string, string>)).toThrow();
  });

  it('are retried with the same ID and body until the receiver returns 2xx', async () => {
    const path = '/flaky';
    answers[path] = () => (receiver.deliveries.filter((delivery) => delivery.path === path).length < 2 ? 503 : 200);
    const id = await submit(client, { ...tinyJob, web_hooks: { on_success: `${receiver.url}${path}` } });
    const [first, second] = (await receiver.wait(id, 2)) as [Delivery, Delivery];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.raw).toBe(first.raw);
    expect(second.at - first.at).toBeGreaterThanOrEqual(4_900);
    const [delivery] = await settled(id);
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: 2,
      log: [{ status: 503, reason: 'the receiver returned 503' }, { status: 200 }],
    });
    const receiving = { job: id, event: 'on_success', account: 'hooked', host: new URL(receiver.url).host };
    const of = (line: Record<string, unknown>) => line.job === id && 'attempt' in line;
    const lines = [
      { ...receiving, level: 'WARN', outcome: 'to be retried', attempt: 1, status: 503 },
      { ...receiving, level: 'INFO', outcome: 'delivered', attempt: 2, status: 200 },
    ];
    // The function logs this after it has stored "delivered".
    await vi.waitFor(() => expect(logged.filter(of)).toMatchObject(lines), { timeout: 120_000 });
    const expected = delivery?.log.map(({ at }) => `on_success#${at}`);
    await vi.waitFor(async () => expect(await countedDeliveries(id)).toEqual(expected), { timeout: 120_000 });
  });

  it('are given up on after 410, and can be listed and replayed by the operator', async () => {
    const path = '/gone';
    answers[path] = () => 410;
    const url = `${receiver.url}${path}?key=secret`;
    const id = await submit(client, { ...tinyJob, web_hooks: { on_running: url, on_success: url } });
    await receiver.wait(id, 2);
    const failed = { state: 'failed', attempts: 1, log: [{ status: 410 }] };
    expect(await settled(id)).toMatchObject([failed, failed]);
    const listed = await avatar('webhooks', 'list', '--account', 'hooked', '--json');
    const events = ['on_running', 'on_success'];
    expect(JSON.parse(listed)).toMatchObject(events.map((event) => ({ job: id, event, attempts: 1 })));
    expect(listed).not.toContain('secret');
    const givenUp = () => logged.filter(({ job, outcome }) => job === id && outcome === 'given up');
    const line = { level: 'ERROR', attempt: 1, status: 410, reason: 'the receiver returned 410' };
    await vi.waitFor(() => expect(givenUp()).toMatchObject([line, line]), { timeout: 120_000 });
    expect(JSON.stringify(givenUp())).not.toContain('secret');

    answers[`${path}?key=secret`] = () => 204;
    // on_running is no longer sent once the job has ended.
    expect(await avatar('webhooks', 'replay', id)).toMatch(/^Resending 1 of 2 webhooks\.\s+Skipped 1: the job has finished/);
    const [, first, second] = (await receiver.wait(id, 3)) as [Delivery, Delivery, Delivery];
    expect(second.body.type).toBe('job.succeeded');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(await settled(id)).toMatchObject([
      { state: 'skipped', attempts: 1 },
      { state: 'delivered', attempts: 2 },
    ]);
    expect(JSON.parse(await avatar('webhooks', 'list', '--json'))).toEqual([]);
  });

  it('are sent to on_fail with the error if a job fails', async () => {
    const silence = encodeWav({ samples: new Float32Array(8_000), sampleRate: 16_000 });
    const id = await submit(client, { ...tinyJob, web_hooks: hooks('/fail') }, silence);
    const deliveries = await receiver.wait(id, 2);
    const job = await watch(client, id);
    expect(deliveries.at(-1)?.body).toMatchObject({
      type: 'job.failed',
      data: { status: 'failed', error: job.error, download_url: null },
    });
  });

  it('wait visibly if a receiver failed four times in a row, until the operator sends them', async () => {
    const path = '/down';
    answers[path] = () => 503;
    // This uses a separate account, because the circuit breaker applies to a whole account.
    const paused = await service.as('paused');
    const job = { ...tinyJob, web_hooks: { on_success: `${receiver.url}${path}?key=secret` } };
    for (let failures = 0; failures < 4; failures += 1) await receiver.wait(await submit(paused, job));
    const failed = () => logged.filter(({ account, outcome }) => account === 'paused' && outcome === 'to be retried');
    await vi.waitFor(() => expect(failed()).toHaveLength(4), { timeout: 120_000 });
    const id = await submit(paused, job);
    const postponed = () => logged.find((line) => line.job === id && line.outcome === 'circuit open');
    await vi.waitFor(() => expect(postponed()).toMatchObject({ level: 'WARN', account: 'paused' }), {
      timeout: 120_000,
    });
    const [delivery] = (await statusOf(paused, id)).webhooks;
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, next_attempt_at: postponed()?.next_attempt_at });
    expect(Date.parse(delivery?.next_attempt_at ?? '')).toBeGreaterThan(Date.now());

    expect(await avatar('webhooks', 'show', id)).toMatch(/RECEIVER PAUSED UNTIL\non_success +waiting +0 +\d{4}-/);
    const waiting = JSON.parse(await avatar('webhooks', 'list', '--waiting', '--account', 'paused', '--json'));
    expect(waiting).toHaveLength(5);
    expect(waiting).toContainEqual(expect.objectContaining({ job: id, attempts: 0, reason: null }));
    expect(JSON.stringify(waiting)).not.toContain('secret');
    const refused = await operate(service, 'webhooks', 'replay', id);
    expect(refused.err.join()).toMatch(/still being retried, next at .* add --now/);

    answers[path] = () => 204;
    expect(await avatar('webhooks', 'replay', id, '--now')).toBe('Resending 1 of 1 webhooks.');
    expect(await settledOf(paused, id)).toMatchObject([{ state: 'delivered', attempts: 1, next_attempt_at: null }]);
    expect(await avatar('webhooks', 'show', id)).toMatch(/on_success +\S+ \S+ +204 +\d+ +delivered/);
  });

  it("cannot be replayed if there are none, and the error contains the job's state", async () => {
    const answer = async (id: string) => (await operate(service, 'webhooks', 'replay', id)).err.join();
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await answer(unknown)).toContain(`Unknown job ${unknown}`);
    const bare = await submit(client, tinyJob);
    expect(await answer(bare)).toContain('does not have web_hooks');
    const delivered = await submit(client, { ...tinyJob, web_hooks: { on_success: `${receiver.url}/hook` } });
    await receiver.wait(delivered);
    await settled(delivered);
    expect(await answer(delivered)).toContain(`on_success of ${delivered} was delivered`);
  });

  it('do not delay other accounts if a receiver never responds', async () => {
    answers['/silent'] = () => undefined;
    const stuck = await service.as('stuck');
    const silentJob = { ...tinyJob, web_hooks: { on_success: `${receiver.url}/silent` } };
    const ids = await Promise.all(Array.from({ length: 6 }, () => submit(stuck, silentJob)));
    for (const id of ids) await watch(stuck, id);
    const began = Date.now();
    const id = await submit(client, { ...tinyJob, web_hooks: { on_success: `${receiver.url}/hook` } });
    const job = await watch(client, id);
    const [delivery] = (await receiver.wait(id)) as [Delivery];
    expect(delivery.at - Date.parse(job.finished_at ?? '')).toBeLessThan(3_000 * busyness());
    expect(Date.now() - began).toBeLessThan(10_000 * busyness());
    // Each attempt occupies a slot for 10 s, so only the account's own slots were in use at the same time.
    const silent = receiver.deliveries.filter(({ path }) => path === '/silent');
    const atOnce = silent.filter(({ at }) => at < (silent[0]?.at ?? 0) + 9_000);
    expect(atOnce.length).toBeLessThanOrEqual(2);
  });
});
