import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { openGpu } from '@talking-avatar/avatar/render';
import { makeHead } from '@talking-avatar/avatar/testing';
import { LIMITS } from '@talking-avatar/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAvatar } from '#jobs/avatars';
import { download, type Service, statusOf, submit, watch } from '../../bin/demo/client.ts';
import { startReceiver } from './receiver.ts';
import { sharedService, type TestService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

const run = promisify(execFile);

let service: TestService;
let client: Service;
let stranger: Service;
let head: Uint8Array;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('owner');
  stranger = await service.as('passer-by');
  head = await makeHead();
});
afterAll(() => service?.end());

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON response.
  body: any;
}

async function call(caller: Service, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${caller.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${caller.token}`, ...init.headers },
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

function post(caller: Service, file: Uint8Array, details: Record<string, string> = {}): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(details)) body.append(name, value);
  body.append('avatar', new Blob([file as Uint8Array<ArrayBuffer>]), 'head.glb');
  return call(caller, '/lipsync/avatars', { method: 'POST', body });
}

const postJson = (caller: Service, path: string, body: object): Promise<Answer> =>
  call(caller, path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Creates an avatar and waits for its import to end. */
async function add(caller: Service, file: Uint8Array, details: Record<string, string> = {}): Promise<Answer['body']> {
  const { status, body } = await post(caller, file, details);
  expect([status, body]).toMatchObject([200, { status: 'queued', size: 0, error: null }]);
  return ended(caller, body.id);
}

/** Waits for an import to end. @returns the avatar */
async function ended(caller: Service, id: string): Promise<Answer['body']> {
  await watch(caller, id);
  return (await call(caller, `/lipsync/avatars/${id}`)).body;
}

async function storedFiles(prefix = 'avatars/'): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: prefix });
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(command);
  return Contents.map(({ Key = '' }) => Key);
}

const job = (actor: string, output: object = {}) => ({
  target_rig: 'metahuman',
  text: 'Good morning.',
  language: 'en-US',
  actor,
  camera: 0,
  output: { type: 'video', width: 320, height: 240, ...output },
});

describe('a custom avatar', () => {
  it.skipIf(!gpu)('speaks in a video, with a voice that matches its sex', async () => {
    const body = await add(client, head, { name: 'Ada', sex: 'male' });
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Ada',
      sex: 'male',
      created_at: expect.any(String),
      size: expect.any(Number),
      status: 'succeeded',
      error: null,
    });
    const id = await submit(client, job(body.id));
    const done = await watch(client, id);
    expect(done).toMatchObject({ status: 'succeeded', error: null });
    expect(done.output.voice).toMatch(/rms|kal|awb/);
    const video = join(service.data, 'avatar.mp4');
    await writeFile(video, await download(client, id));
    const frames = join(service.data, 'frame-%03d.png');
    await run('ffmpeg', ['-v', 'error', '-i', video, '-vf', 'fps=15', frames]);
    const mouths = await Promise.all(
      Array.from({ length: 15 }, async (_, k) => darkPixels(join(service.data, `frame-${String(k + 2).padStart(3, '0')}.png`))),
    );
    // While the mouth is open, its dark inside is visible.
    expect(Math.max(...mouths)).toBeGreaterThan(25 + Math.min(...mouths));
  });

  it('can be uploaded first if it is large, and is listed, returned, and deleted with its file', async () => {
    const before = await storedFiles();
    const { body: place } = await postJson(client, '/lipsync/uploads', { size: head.length });
    const put = await fetch(place.upload.url, {
      method: 'PUT',
      headers: place.upload.headers,
      body: head as Uint8Array<ArrayBuffer>,
    });
    expect(put.ok).toBe(true);
    const { body: queued } = await postJson(client, '/lipsync/avatars', { avatar_url: place.audio_url, name: 'Bo' });
    const made = await ended(client, queued.id);
    expect(made).toMatchObject({ name: 'Bo', sex: 'female', status: 'succeeded' });
    const { body: list } = await call(client, '/lipsync/avatars');
    expect(list.limit).toBe(LIMITS.avatars);
    expect(list.avatars).toContainEqual(made);
    expect(await call(client, `/lipsync/avatars/${made.id}`)).toEqual({ status: 200, body: made });
    expect(await storedFiles()).toEqual([...before, `avatars/owner/${made.id}.glb`].sort());
    expect(await call(client, `/lipsync/avatars/${made.id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await storedFiles()).toEqual(before);
    expect(await call(client, `/lipsync/avatars/${made.id}`)).toMatchObject({ status: 404 });
    expect((await call(client, '/lipsync/avatars')).body.avatars).not.toContainEqual(made);
  });

  it('does not exist for other accounts, which get the same responses as for an unknown ID', async () => {
    const own = await add(client, head);
    const unknown = randomUUID();
    for (const method of ['GET', 'DELETE']) {
      const [theirs, none] = await Promise.all([own.id, unknown].map((id) => call(stranger, `/lipsync/avatars/${id}`, { method })));
      expect(theirs!.status).toBe(404);
      expect(JSON.stringify(theirs).replace(own.id, unknown)).toBe(JSON.stringify(none));
    }
    for (const path of ['/lipsync/generate', '/lipsync/estimate']) {
      const [theirs, none] = await Promise.all([own.id, unknown].map((id) => postJson(stranger, path, job(id))));
      expect(theirs).toEqual(none);
      expect(theirs).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^actor: this account has no/) },
      });
    }
    expect((await call(stranger, '/lipsync/avatars')).body.avatars).toEqual([]);
    const { body: place } = await postJson(client, '/lipsync/uploads', { size: head.length });
    expect(await postJson(stranger, '/lipsync/avatars', { avatar_url: place.audio_url })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^avatar_url: must be the URL of an upload of this/) },
    });
  });

  it('fails with a list of everything that is missing, and its file is deleted', async () => {
    const few = await makeHead({ shapes: ['jawOpen', 'eyeBlinkLeft', 'eyeBlinkRight'] });
    const { id, ...body } = await add(client, few);
    expect(body).toMatchObject({ status: 'failed', size: 0, error: { title: 'Invalid avatar', code: 400 } });
    expect(body.error.message).toMatch(/^avatar: 49 of the 52 ARKit shapes are missing: eyeLookDownLeft, .*tongueOut$/);
    expect(await storedFiles(`jobs/${id}/`)).toEqual([]);
    expect(await postJson(client, '/lipsync/generate', job(id))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^actor: this avatar is not ready: its import must have succeeded; see GET/) },
    });
  });

  it('is imported by a job that is listed, uses the quota, calls webhooks, and has costs', async () => {
    const receiver = await startReceiver();
    const caller = { url: client.url, token: await service.tokenFor('importer', { name: 'trial', quota: 1, days: 1 }) };
    try {
      const web_hooks = JSON.stringify({ on_running: `${receiver.url}/running`, on_success: `${receiver.url}/done` });
      const { id } = await add(caller, head, { web_hooks });
      const done = await statusOf(caller, id);
      expect(done).toMatchObject({ status: 'succeeded', progress: 1, output: { type: 'avatar' }, error: null });
      const { body: page } = await call(caller, '/status');
      expect(page.jobs).toEqual([{ ...done, webhooks: expect.any(Array) }]);
      const deliveries = await receiver.wait(id, 2);
      expect(deliveries.map(({ path, body }) => [path, body.data.output]).sort()).toEqual([
        ['/done', { type: 'avatar' }],
        ['/running', { type: 'avatar' }],
      ]);
      expect(deliveries.map(({ body }) => body.data.download_url)).toEqual([null, null]);
      expect((await call(caller, `/download?id=${id}`)).body.message).toBe('The job has no artifact "result"; it has none.');
      const { body: cost } = await call(caller, `/lipsync/costs?id=${id}`);
      expect(cost).toMatchObject({ output: 'avatar', language: null });
      expect(cost.steps.map(({ step }: { step: string }) => step)).toContain('import');
      for (const [path, body] of [
        ['/lipsync/avatars', { avatar_url: 's3://none' }],
        ['/lipsync/uploads', { size: LIMITS.audioBytes }],
      ] as const)
        expect(await postJson(caller, path, body)).toMatchObject({ status: 403, body: { title: 'Request limit reached' } });
    } finally {
      await receiver.stop();
    }
  });

  it('is imported alone: another one of the account is rejected until it has ended', async () => {
    const many = await service.as('hasty');
    const [first, second] = await Promise.all([post(many, head), post(many, head)]);
    expect([first.status, second.status].sort()).toEqual([200, 429]);
    const [{ body: queued }, { body: refused }] = first.status === 200 ? [first, second] : [second, first];
    expect(refused).toMatchObject({ title: 'Import in progress', message: expect.stringContaining(queued.id) });
    expect((await call(many, '/status')).body.jobs).toHaveLength(1);
    await watch(many, queued.id);
    await add(many, head);
  });

  it('can be deleted while it is queued, which cancels the import', async () => {
    const { body } = await post(client, head);
    expect(await call(client, `/lipsync/avatars/${body.id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
    const { status } = await watch(client, body.id);
    expect(await call(client, `/lipsync/avatars/${body.id}`)).toMatchObject({ status: 404 });
    expect(['cancelled', 'failed']).toContain(status);
    expect((await storedFiles()).filter((key) => key.includes(body.id))).toEqual([]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['a file that is not a GLB', Buffer.from('glTF or not?'.repeat(9)), /^avatar: the file is glTF \d+; only glTF 2.0 is supported$/],
    ['an image', Buffer.from([0xff, 0xd8, 0xff]), /^avatar: the file is not a GLB or VRM/],
    [
      'an incomplete upload',
      Buffer.from('676c5446020000009999000000000000000000000', 'hex'),
      /^avatar: the file is incomplete: it has 20 bytes/,
    ],
  ])('is rejected at once if it is %s', async (_, file, message) => {
    expect(await post(client, file)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
  });

  it('counts toward the limit, so one more is rejected until another is deleted', async () => {
    const table = service.outputs.AvatarsTable!;
    const many = await service.as('collector');
    const details = {
      account: 'collector',
      name: 'avatar',
      sex: 'female',
      created_at: new Date().toISOString(),
      size: 1,
    } as const;
    const ids = Array.from({ length: LIMITS.avatars }, () => randomUUID());
    for (const [k, id] of ids.entries()) expect(await addAvatar(table, { ...details, id }, ids[k - 1])).toBe(true);
    expect(await post(many, head)).toMatchObject({ status: 403, body: { title: 'Avatar limit reached' } });
    expect((await call(many, `/lipsync/avatars/${ids[0]}`, { method: 'DELETE' })).status).toBe(204);
    const empty = await makeHead({ shapes: [] });
    const failed = await add(many, empty);
    expect(failed.status).toBe('failed');
    // An import that failed makes room for the next one.
    expect(await add(many, head)).toMatchObject({ status: 'succeeded' });
    expect((await call(many, `/lipsync/avatars/${failed.id}`)).status).toBe(404);
    expect(await post(many, head)).toMatchObject({ status: 403, body: { title: 'Avatar limit reached' } });
    expect((await storedFiles()).filter((key) => key.startsWith('avatars/collector/'))).toHaveLength(1);
  });

  it.skipIf(!gpu)('fails a job that is rendered after its deletion', async () => {
    const body = await add(client, head);
    const id = await submit(client, {
      ...job(body.id),
      text: 'One two three four five six seven eight nine ten. '.repeat(2),
    });
    await call(client, `/lipsync/avatars/${body.id}`, { method: 'DELETE' });
    expect(await watch(client, id)).toMatchObject({
      status: 'failed',
      error: { title: 'Avatar deleted', code: 410 },
    });
  });

  it.each([
    ['DELETE', '/lipsync/avatars', 405],
    ['POST', `/lipsync/avatars/${randomUUID()}`, 405],
    ['GET', '/lipsync/avatars/none', 404],
  ])('%s %s returns %i', async (method, path, status) => {
    expect((await call(client, path, { method })).status).toBe(status);
  });

  it.each(['csv', 'fbx'])('does not speak in %s output', async (type) => {
    const animation = { target_rig: 'arkit', text: 'Hi.', language: 'en-US', actor: randomUUID(), output: { type } };
    const message = expect.stringMatching(new RegExp(`^actor: must be .* for ${type} output`));
    expect(await postJson(client, '/lipsync/generate', animation)).toMatchObject({ status: 400, body: { message } });
  });
});

/** Counts nearly black pixels in the middle of a frame. */
async function darkPixels(file: string): Promise<number> {
  const { data } = await sharp(await readFile(file))
    .extract({ left: 110, top: 110, width: 100, height: 50 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 45).length;
}
