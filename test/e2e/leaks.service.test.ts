import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openGpu } from '@talking-avatar/avatar/render';
import { encodeWav } from '@talking-avatar/speech';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatSecret, listSecrets } from '#webhooks';
import { download, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { operate } from './operator.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type SharedService, sharedService, tinyJob } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();
let service: SharedService;
let receiver: Receiver;
/** Everything that the service has sent or logged. */
const emitted: string[] = [];

beforeAll(async () => {
  service = await sharedService({ onLog: ({ line }) => emitted.push(line), onFault: (error) => emitted.push(`${error}`) });
  receiver = await startReceiver(({ path }) => (path === '/gone' ? 410 : 204));
});
afterAll(async () => {
  await service.end();
  await receiver.stop();
});

const TEXT = 'No one else reads this.';

/** Polling interval, in ms. More frequent requests would take CPU time away from the jobs and deliveries that the test waits for. */
const POLLING = 200;

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${service.url}${path}`, { redirect: 'manual', ...init });
  const text = await answer.text();
  emitted.push(text, JSON.stringify([...answer.headers]));
  return { status: answer.status, body: text };
}

it('returns a request ID and no internal details with 500', async () => {
  const token = await service.tokenFor('leaks');
  service.faults.arm([{ on: 'dynamodb.GetItem', call: 1, times: 20, do: 'fail', ms: 0, error: 'AccessDeniedException' }]);
  const { status, body } = await ask(`/status?token=${token}`);
  service.faults.disarm();
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({
    title: 'Internal error',
    message: expect.stringMatching(/^The service failed; contact support with the request ID [\w-]+\.$/),
    code: 500,
  });
  expect(body).not.toMatch(/dynamo|fault plan|Error:|at /i);
});

/** Runs an operator command. Its output counts as well. */
async function avatar(...args: string[]): Promise<void> {
  const { code, out, err } = await operate(service, ...args);
  emitted.push(...out, ...err);
  expect(code, args.join(' ')).toBe(0);
}

/** Waits until none of the job's webhooks will be retried. A job that ends quickly does not send `job.running`. */
async function deliveriesEnd(client: { url: string; token: string }, id: string): Promise<void> {
  while ((await statusOf(client, id)).webhooks.some(({ state }) => state === 'waiting')) await pause(POLLING);
}

it('never exposes tokens, secrets, or texts in logs, events, responses, webhooks, or files', async () => {
  const token = await service.tokenFor('careful');
  const client = { url: service.url, token };
  const hook = `${receiver.url}/hook`;
  const web_hooks = { on_running: hook, on_success: hook, on_fail: hook };
  const done = await watch(client, await submit(client, { ...tinyJob, text: TEXT, web_hooks }));
  const silence = encodeWav({ samples: new Float32Array(8_000), sampleRate: 16_000 });
  const failed = await watch(client, await submit(client, { ...tinyJob, web_hooks }, silence));
  for (const id of [done.id, failed.id]) {
    await ask(`/status?id=${id}&token=${token}`);
    await ask(`/download?id=${id}&token=${token}`);
    await ask(`/lipsync/cancel?id=${id}&token=${token}`, { method: 'POST' });
    await deliveriesEnd(client, id);
  }
  const video = await submit(client, {
    ...tinyJob,
    target_rig: 'metahuman',
    text: TEXT,
    actor: 'hiro',
    output: { type: 'video', width: 128, height: 128 },
    web_hooks,
  });
  const running = await submit(client, { ...tinyJob, text: TEXT.repeat(60), web_hooks });
  while ((await statusOf(client, running)).status === 'queued') await pause(POLLING);
  await ask(`/lipsync/cancel?id=${running}&token=${token}`, { method: 'POST' });
  const undelivered = await submit(client, { ...tinyJob, web_hooks: { on_success: `${receiver.url}/gone` } });
  await receiver.wait(undelivered);
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  await ask(`/status?id=${video}`, bearer);
  const { status } = await watch(client, video);
  if (gpu) {
    expect(status).toBe('succeeded');
    await download(client, video);
  }
  await ask(`/download?id=${video}&token=${token}`);
  await ask(`/download?id=${video}&artifact=poster&format=json`, bearer);
  await deliveriesEnd(client, undelivered);
  await avatar('webhooks', 'list');
  await avatar('webhooks', 'replay', undelivered);
  await avatar('webhooks', 'secret', 'rotate', '--account', 'other');
  await avatar('tokens', 'list');
  await avatar('tokens', 'list', '--json');
  await avatar('tokens', 'renew', token.slice(0, 8), '--plan', 'studio');
  await ask(`/status?token=${token}&limit=many`);
  await ask(`/lipsync/generate?token=${token}`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  await ask(`/nowhere?token=${token}`);
  await ask(`/lipsync/uploads?token=${token}`, { method: 'POST', body: '{"size":5}' });
  await ask(`/lipsync/jobs/${done.id}?token=${token}`, { method: 'DELETE' });
  service.faults.arm([{ on: 'function:status', call: 1, times: 1, do: 'fail', ms: 0, error: 'X' }]);
  await ask(`/status?token=${token}`);
  service.faults.disarm();
  await avatar('tokens', 'revoke', token.slice(0, 8));
  await ask(`/status?token=${token}`);

  const place = { table: service.outputs.WebhooksTable ?? '', key: service.outputs.WebhooksKey ?? '' };
  const [signing = ''] = (await listSecrets(place, 'careful')).map(formatSecret);
  expect(signing).toMatch(/^whsec_.{20,}/);
  const secret = token.replace(/^avt_/, '');
  const sent = [...emitted, ...receiver.deliveries.flatMap(({ raw, headers }) => [raw, JSON.stringify(headers)])];
  expect(sent.filter((line) => line.includes(secret))).toEqual([]);
  expect(sent.filter((line) => line.includes(signing.slice('whsec_'.length)))).toEqual([]);
  expect(emitted.filter((line) => line.includes(TEXT))).toEqual([]);
  expect(sent.length).toBeGreaterThan(50);
  // Stored events, messages, and traces must not contain any either, and only their owner may read them.
  for (const path of await readdir(service.data, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(path.parentPath, path.name)).catch(() => ({ mode: 0 }));
    expect(mode & 0o077, `${path.name} is readable by others`).toBe(0);
    if (!path.isFile()) continue;
    const bytes = await readFile(join(path.parentPath, path.name)).catch(() => Buffer.alloc(0));
    expect(bytes.includes(secret), path.name).toBe(false);
    expect(bytes.includes(signing.slice('whsec_'.length)), path.name).toBe(false);
  }
});
