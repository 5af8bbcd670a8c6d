import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBakedActor } from '@talking-avatar/avatar';
import { type Color, type Gpu, openGpu } from '@talking-avatar/avatar/render';
import { clipOf } from '@talking-avatar/avatar/testing';
import { planSegments, renderSegment, stitchVideo } from '@talking-avatar/avatar/video';
import type { VideoFormatName } from '@talking-avatar/contract';
import { encodeAudio } from '@talking-avatar/speech';
import { afterAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'avatar-video-'));
const gpu = await openGpu().catch(() => undefined);
const actor = await readBakedActor('hiro');

afterAll(async () => {
  gpu?.close();
  await rm(folder, { recursive: true, force: true });
});

const GRAY = { red: 104, green: 116, blue: 130 };

/** Returns the first frame of a video as RGB, with the colors that a player would show based on the tags in the file. */
async function firstFrame(file: string): Promise<Buffer> {
  const filter = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int';
  const args = ['-v', 'error', '-i', file, '-vf', filter, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64 << 20 });
  return stdout;
}

/** Returns the frames of a video as RGBA. @param decoder an ffmpeg decoder that supports alpha */
async function readPictures(file: string, decoder: string, side: number): Promise<Uint8Array[]> {
  const filter = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgba';
  const args = ['-v', 'error', '-c:v', decoder, '-i', file, '-map', '0:v', '-vf', filter, '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64 << 20 });
  const size = side * side * 4;
  return Array.from({ length: stdout.length / size }, (_, frame) => stdout.subarray(frame * size, (frame + 1) * size));
}

async function probe(file: string): Promise<Record<string, string>[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
  return (JSON.parse(stdout) as { streams: Record<string, string>[] }).streams;
}

/** Returns a digest of each decoded frame in a video. */
async function frameDigests(file: string): Promise<string[]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'framemd5', '-']);
  return stdout
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)!.trim());
}

interface Take {
  width: number;
  height: number;
  background?: Color;
  frames?: number;
  segments?: number;
  fps?: number;
  format?: VideoFormatName;
}

const CLIP_SECONDS = 3;

/** Renders and stitches together a short video without sound. */
async function makeVideo(name: string, take: Take) {
  const { width, height, background = GRAY, frames = 2, segments = 1, fps = 30, format = 'mp4' } = take;
  const clip = clipOf(fps * CLIP_SECONDS, { jawOpen: (k) => 0.3 + 0.3 * Math.sin(k / 3) }, fps);
  const files: string[] = [];
  for (let index = 0; index < segments; index++) {
    const segment = {
      index,
      first: Math.floor((index * frames) / segments),
      end: Math.floor(((index + 1) * frames) / segments),
    };
    const file = join(folder, `${name}-${index}.${format}`);
    const view = { camera: 0, width, height, background, transparent: format !== 'mp4' } as const;
    await renderSegment(gpu as Gpu, { actor, clip, view, segment, file, format, timeout: 240_000 });
    files.push(file);
  }
  const audio = join(folder, `${name}.audio`);
  const silence = { samples: new Float32Array(Math.round((16_000 * frames) / fps)), sampleRate: 16_000 };
  await writeFile(audio, (await encodeAudio(silence, format)).bytes);
  const file = join(folder, `${name}.${format}`);
  await stitchVideo({ segments: files, audio, fps, file, format, folder, timeout: 240_000 });
  return file;
}

describe.skipIf(!gpu)('a video', () => {
  it.each([
    ['green', { red: 0, green: 177, blue: 64 }, 720, 1280],
    ['white', { red: 255, green: 255, blue: 255 }, 3840, 2160],
  ] as const)('has a %s background within 2 per channel, and the requested size', async (name, background, width, height) => {
    const file = await makeVideo(name, { width, height, background, frames: 1 });
    expect((await probe(file))[0]).toMatchObject({ width, height, nb_frames: '1' });
    const frame = await firstFrame(file);
    for (const px of [0, width - 1]) {
      for (const [k, value] of Object.values(background).entries()) expect(Math.abs(frame[px * 3 + k]! - value)).toBeLessThanOrEqual(2);
    }
  });

  it('with three segments has every frame once, color tags, and audio of the same length', async () => {
    const frames = 31;
    const file = await makeVideo('whole', { width: 128, height: 128, frames, segments: 3 });
    const [video, audio] = await probe(file);
    expect(video).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      pix_fmt: 'yuv420p',
      nb_frames: String(frames),
      r_frame_rate: '30/1',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
    expect(Number(video!.start_time)).toBe(0);
    expect(Math.abs(Number(video!.duration) - frames / 30)).toBeLessThan(0.001);
    expect(Math.abs(Number(audio!.duration) - Number(video!.duration))).toBeLessThan(1 / 30);
    // The index comes before the data, so that a player can start before everything has been loaded.
    const bytes = await readFile(file);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    const digests = await frameDigests(file);
    expect(digests).toHaveLength(frames);
    expect(new Set(digests).size).toBeGreaterThan(frames - 4);
  });

  it.each([
    ['webm', 'libvpx-vp9', { codec_name: 'vp9' }],
    ['mov', 'prores', { codec_name: 'prores', profile: '4444' }],
  ] as const)('without a background is a %s with alpha in every frame', async (format, decoder, stream) => {
    // VP9 compresses alpha in the same way as luma. ProRes compresses it without loss.
    const noise = format === 'webm' ? 2 : 0;
    const [side, frames] = [256, 13];
    const file = await makeVideo('clear', { width: side, height: side, frames, segments: 3, format });
    const [video] = await probe(file);
    expect(video).toMatchObject({ ...stream, width: side, height: side, r_frame_rate: '30/1', color_space: 'bt709' });
    if (format === 'webm') expect((await readFile(file)).includes(Buffer.from([0x53, 0xc0, 0x81, 1]))).toBe(true);
    const shown = ['-v', 'error', '-show_entries', 'packet=pts_time', '-select_streams', 'v', '-of', 'csv=p=0', file];
    const times = (await run('ffprobe', shown)).stdout.match(/[\d.]+/g)!.map(Number);
    expect(times).toHaveLength(frames);
    for (const [frame, time] of times.entries()) expect(Math.abs(time - frame / 30)).toBeLessThan(0.001);
    const pictures = await readPictures(file, decoder, side);
    expect(pictures).toHaveLength(frames);
    for (const pixels of pictures) {
      const alphaAt = (x: number, y: number): number => pixels[(y * side + x) * 4 + 3]!;
      for (const corner of [0, side - 1]) expect(alphaAt(corner, 0)).toBeLessThanOrEqual(noise);
      expect(alphaAt(side / 2, side / 2)).toBeGreaterThanOrEqual(255 - noise);
      const between = pixels.filter((value, k) => k % 4 === 3 && value > 40 && value < 215).length;
      expect(between).toBeGreaterThan(side / 4);
    }
  });

  it.each([
    ['webm', 'libvpx-vp9'],
    ['mov', 'prores'],
  ] as const)("as %s has the hair's colors at its edges, not a background's", async (format, decoder) => {
    const side = 256;
    const background = { red: 0, green: 255, blue: 0 };
    const file = await makeVideo('fringe', { width: side, height: side, frames: 1, format, background });
    const [pixels] = await readPictures(file, decoder, side);
    let most = 0;
    for (let k = 0; k < side * side; k++) {
      const [red, green, blue, alpha] = pixels!.subarray(k * 4, k * 4 + 4) as unknown as [number, number, number, number];
      if (alpha > 40) most = Math.max(most, green - Math.max(red, blue));
    }
    expect(most).toBeLessThan(25);
  });

  it.each(['mp4', 'webm', 'mov'] as const)('as %s is identical to the byte each time', async (format) => {
    const digest = async (name: string): Promise<string> => {
      const file = await makeVideo(name, { width: 128, height: 128, frames: 4, fps: 25, format });
      return createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    };
    expect(await digest('one')).toBe(await digest('two'));
  });

  it("fails with ffmpeg's message when it cannot be written", async () => {
    const [segment] = planSegments(90, { width: 128, height: 128, fps: 30 }, { concurrency: 1, framesPerSecond: 30 });
    const view = { camera: 0, width: 128, height: 128, background: GRAY } as const;
    const file = join(folder, 'nowhere', 'segment.mp4');
    await expect(
      renderSegment(gpu as Gpu, { actor, clip: clipOf(90, {}), view, segment: segment!, file, timeout: 240_000 }),
    ).rejects.toThrow(/ffmpeg exited.*nowhere/s);
  });
});
