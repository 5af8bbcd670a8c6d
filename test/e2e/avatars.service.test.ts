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
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
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

async function storedFiles(): Promise<string[]> {
  const command = new ListObjectsV2Command({ Bucket: service.outputs.Bucket, Prefix: 'avatars/' });
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
    const { status, body } = await post(client, head, { name: 'Ada', sex: 'male' });
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), name: 'Ada', sex: 'male', created_at: expect.any(String), size: expect.any(Number) },
    ]);
    const id = await submit(client, job(body.id));
    const ended = await watch(client, id);
    expect(ended).toMatchObject({ status: 'succeeded', error: null });
    expect(ended.output.voice).toMatch(/rms|kal|awb/);
    const video = join(service.data, 'avatar.mp4');
    await writeFile(video, await download(client, id));
    const frames = join(service.data, 'frame-%03d.png');
    await run('ffmpeg', ['-v', 'error', '-i', video, '-vf', 'fps=15', frames]);
    const mouths = await Promise.all(
      Array.from({ length: 15 }, async (_, k) => darkPixels(join(service.data, `frame-${String(k + 2).padStart(3, '0')}.png`))),
    );
    // The dark inside of the mouth is visible while the mouth is open.
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
    const { body: made } = await postJson(client, '/lipsync/avatars', { avatar_url: place.audio_url, name: 'Bo' });
    expect(made).toMatchObject({ name: 'Bo', sex: 'female' });
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
    const { body: own } = await post(client, head);
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

  it('is rejected with a list of everything that is missing', async () => {
    const few = await makeHead({ shapes: ['jawOpen', 'eyeBlinkLeft', 'eyeBlinkRight'] });
    const { status, body } = await post(client, few);
    expect(status).toBe(400);
    expect(body).toMatchObject({ title: 'Invalid avatar', code: 400 });
    expect(body.message).toMatch(/^avatar: 49 of the 52 ARKit shapes are missing: eyeLookDownLeft, .*tongueOut$/);
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
    for (const id of ids) expect(await addAvatar(table, { ...details, id })).toBe(true);
    expect(await post(many, head)).toMatchObject({ status: 403, body: { title: 'Avatar limit reached' } });
    expect((await call(many, `/lipsync/avatars/${ids[0]}`, { method: 'DELETE' })).status).toBe(204);
    const both = await Promise.all([post(many, head), post(many, head)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await storedFiles()).filter((key) => key.startsWith('avatars/collector/'))).toHaveLength(1);
  });

  it.skipIf(!gpu)('fails a job that is rendered after its deletion', async () => {
    const { body } = await post(client, head);
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
