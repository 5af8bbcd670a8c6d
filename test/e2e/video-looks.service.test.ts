import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openGpu } from '@talking-avatar/avatar/render';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download, type Service, submit, watch } from '../../bin/demo/client.ts';
import { sharedService, type TestService } from './service.ts';

const gpu = await openGpu().catch(() => undefined);
gpu?.close();

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'avatar-looks-'));

const OUTPUT = { type: 'video', width: 128, height: 128 };
const VIDEO = {
  target_rig: 'metahuman',
  text: 'Hi.',
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: OUTPUT,
};

let service: TestService;
let client: Service;

beforeAll(async () => {
  service = await sharedService();
  client = await service.as('looks');
});
afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true, force: true });
});

async function make(changes: object): Promise<string> {
  const id = await submit(client, { ...VIDEO, ...changes });
  expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
  return id;
}

const fetchBytes = async (id: string, artifact?: string) => Buffer.from(await download(client, id, artifact));

describe.skipIf(!gpu)('a video', () => {
  it('has the requested lighting, always the same, and studio lighting by default', async () => {
    const ids = [];
    for (const lighting of [undefined, 'studio', 'stage']) ids.push(await make({ lighting }));
    // The two videos that look the same were rendered separately.
    const [plain, studio, stage] = await Promise.all(ids.map((id) => fetchBytes(id)));
    expect(studio!.equals(plain!)).toBe(true);
    expect(stage!.equals(plain!)).toBe(false);
  });

  it.each([
    ['webm', 'video/webm', { vcodec: 'vp9', acodec: 'opus' }],
    ['mov', 'video/quicktime', { vcodec: 'prores', acodec: 'pcm_s16le' }],
  ])('with a transparent background is a %s with the right type and name, and its poster has alpha', async (format, type, codecs) => {
    const id = await make({ output: { ...OUTPUT, background: 'transparent', ...(format !== 'webm' && { format }) } });
    const response = await fetch(`${client.url}/download?id=${id}&token=${client.token}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toContain(`avatar_${id.slice(0, 8)}.${format}"`);
    const file = join(folder, `video.${format}`);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
    const { streams } = JSON.parse(stdout) as { streams: { codec_name: string }[] };
    expect(streams.map(({ codec_name }) => codec_name)).toEqual([codecs.vcodec, codecs.acodec]);
    const poster = sharp(await fetchBytes(id, 'poster'));
    expect(await poster.metadata()).toMatchObject({ format: 'png', width: 128, height: 128, hasAlpha: true });
    const alpha = await poster.extractChannel(3).raw().toBuffer();
    expect([alpha[0], alpha[64 * 128 + 64]]).toEqual([0, 255]);
  });
});
