import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

const green = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#20a040' } })
  .png()
  .toBuffer();
const huge = Buffer.from(green);
huge.writeUInt32BE(30_000, 16);

const server = createServer((request, response) => {
  const files: Record<string, Buffer | string> = {
    '/green.png': green,
    '/page.html': '<html></html>',
    '/huge.png': huge,
    '/half.png': green.subarray(0, 150),
  };
  const file = files[request.url ?? ''];
  response.writeHead(file ? 200 : 404).end(file);
});

let service: TestService;
let client: Service;
let images: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  images = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await sharedService();
  client = await service.as('painter');
});
afterAll(async () => {
  await service?.end();
  server.close();
});

const job = (background: object, output: object = {}) => ({
  target_rig: 'metahuman',
  text: 'Hi.',
  language: 'en-US',
  actor: 'hiro',
  camera: 0,
  output: { type: 'video', width: 128, height: 128, background, ...output },
});

/** Returns the average color of the top left corner, halfway through a video. */
async function cornerOf(id: string, format: string): Promise<number[]> {
  const [video, frame] = [join(service.data, `${id}.${format}`), join(service.data, `${id}.png`)];
  await writeFile(video, await download(client, id));
  await run('ffmpeg', ['-v', 'error', '-ss', '0.2', '-i', video, '-frames:v', '1', frame]);
  const corner = await sharp(await readFile(frame))
    .extract({ left: 2, top: 2, width: 8, height: 8 })
    .png()
    .toBuffer();
  return (await sharp(corner).stats()).channels.slice(0, 3).map(({ mean }) => mean);
}

/** @param stored false to create the upload without sending the bytes */
async function makeUpload(bytes: Uint8Array, stored = true): Promise<string> {
  const response = await fetch(`${client.url}/lipsync/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
    body: JSON.stringify({ size: bytes.length }),
  });
  const { upload, audio_url } = (await response.json()) as {
    upload: { url: string; headers: Record<string, string> };
    audio_url: string;
  };
  if (stored) await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes as Uint8Array<ArrayBuffer> });
  return audio_url;
}

describe.skipIf(!gpu)('a video with a background image', () => {
  it.each([
    ['mp4', 'h264', 'a server', () => `${images}/green.png`],
    ['webm', 'vp9', 'an upload', () => makeUpload(green)],
  ])('as %s (%s) shows the image behind the actor, from %s', async (format, codec, _, place) => {
    const id = await submit(client, job({ url: await place(), blur: 0.5 }, { format }));
    expect(await watch(client, id)).toMatchObject({ status: 'succeeded', error: null });
    const corner = await cornerOf(id, format);
    for (const [k, value] of [0x20, 0xa0, 0x40].entries()) expect(Math.abs(corner[k]! - value)).toBeLessThan(8);
    const entries = 'stream=codec_name,pix_fmt';
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      entries,
      '-of',
      'csv=p=0',
      join(service.data, `${id}.${format}`),
    ]);
    expect(stdout.trim()).toBe(`${codec},yuv420p`);
    const { format: poster } = await sharp(Buffer.from(await download(client, id, 'poster'))).metadata();
    expect(poster).toBe('jpeg');
  });

  it.each([
    ['none.png', 'Background not reachable', /the image cannot be downloaded: .* returned 404/],
    ['page.html', 'Invalid background', /is not a PNG, JPEG, or WebP/],
    ['huge.png', 'Invalid background', /has 30000 × 300 pixels; the maximum is 16384 per side/],
    ['half.png', 'Invalid background', /cannot be decoded; it is damaged/],
    ['an upload that was never sent', 'Background not reachable', /nothing was uploaded to this URL/],
  ])('fails for %s and names the field', async (name, title, message) => {
    const url = name.includes('.') ? `${images}/${name}` : await makeUpload(green, false);
    const id = await submit(client, job({ url }));
    const { status, error } = await watch(client, id);
    expect([status, error?.title]).toEqual(['failed', title]);
    expect(error?.message).toMatch(/^output\.background\.url: /);
    expect(error?.message).toMatch(message);
  });
});

describe('a background image', () => {
  it.each([
    [{ url: 'http://169.254.169.254/latest' }, /^output\.background\.url: must be a URL that is reachable/],
    [{ url: 's3://other/upload.png' }, /^output\.background\.url: must be an http\(s\) URL, or the URL of an upload/],
    [{ url: 'file:///etc/passwd' }, /^output\.background\.url: must be an http\(s\) URL of an image/],
    [{ blur: 0.5 }, /^output\.background\.url: is required/],
    [{ url: 'https://example.com/a.png', blur: 2 }, /^output\.background\.blur: must be at most 1/],
    [{ url: 'https://example.com/a.png', blurr: 1 }, /^output\.background\.blurr: unknown field; did you mean "blur"/],
  ])('is rejected: %j', async (background, message) => {
    await expect(submit(client, job(background))).rejects.toThrow(
      message.source.startsWith('^') ? new RegExp(message.source.slice(1)) : message,
    );
  });
});
