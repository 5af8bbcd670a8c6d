import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { submit, watch } from '../../bin/demo/client.ts';
import { encodeWav } from '../../layers/speech/index.ts';
import { createFaults } from '../../lib/local/faults/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startService, type TestService, tinyJob } from './service.ts';

const faults = createFaults({ haste: 1, faults: [] });
let service: TestService;
let receiver: Receiver;
/** Everything that the service has said to anybody. */
const emitted: string[] = [];

beforeAll(async () => {
  service = await startService(
    {},
    { faults, onLog: ({ line }) => emitted.push(line), onFault: (e) => emitted.push(`${e}`) },
  );
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.end();
  await receiver.stop();
});

const TEXT = 'Nobody reads along here.';

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${service.url}${path}`, { redirect: 'manual', ...init });
  const text = await answer.text();
  emitted.push(text, JSON.stringify([...answer.headers]));
  return { status: answer.status, body: text };
}

it('500 tells a request id and nothing of what went wrong inside', async () => {
  const token = await service.tokenFor('acme');
  faults.arm([{ on: 'dynamodb.GetItem', call: 1, times: 20, do: 'fail', ms: 0, error: 'InternalServerError' }]);
  const { status, body } = await ask(`/status?token=${token}`);
  faults.disarm();
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({
    title: 'Internal error',
    message: expect.stringMatching(/^Something went wrong on our side; tell support the request id [\w-]+\.$/),
    code: 500,
  });
  expect(body).not.toMatch(/dynamo|fault plan|Error:|at /i);
});

it('tokens, secrets and texts never appear in a log line, an event, an answer, a webhook or a file of a whole run', async () => {
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
    await receiver.wait(id, 2);
  }
  await ask(`/status?token=${token}&limit=many`);
  await ask(`/lipsync/generate?token=${token}`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  await ask(`/nowhere?token=${token}`);
  await ask(`/lipsync/uploads?token=${token}`, { method: 'POST', body: '{"size":5}' });
  await ask(`/lipsync/jobs/${done.id}?token=${token}`, { method: 'DELETE' });
  faults.arm([{ on: 'function:status', call: 1, times: 1, do: 'fail', ms: 0, error: 'X' }]);
  await ask(`/status?token=${token}`);
  faults.disarm();

  const secret = token.replace(/^avt_/, '');
  const said = [...emitted, ...receiver.deliveries.flatMap(({ raw, headers }) => [raw, JSON.stringify(headers)])];
  expect(said.filter((line) => line.includes(secret))).toEqual([]);
  expect(emitted.filter((line) => line.includes(TEXT))).toEqual([]);
  expect(said.length).toBeGreaterThan(50);
  // Nor do they lie about: events, messages and traces that are kept hold none either.
  for (const path of await readdir(service.data, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const bytes = await readFile(join(path.parentPath, path.name)).catch(() => Buffer.alloc(0));
    expect(bytes.includes(secret), path.name).toBe(false);
  }
});
