import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readBakedActor } from '../../layers/avatar/index.ts';
import { type Colour, type Gpu, openGpu } from '../../layers/avatar/render/index.ts';
import { planSegments, renderSegment, stitchVideo } from '../../layers/avatar/video/index.ts';
import { encodeAac } from '../../layers/speech/index.ts';
import { clipOf } from './clips.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'avatar-film-'));
const gpu = await openGpu().catch(() => undefined);

afterAll(async () => {
  gpu?.close();
  await rm(folder, { recursive: true, force: true });
});

const GREY = { red: 104, green: 116, blue: 130 };

/** The first frame of a film, as a player shows it: RGB, by the tags in the file. */
async function firstFrame(file: string): Promise<Buffer> {
  const filter = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd+full_chroma_int';
  const args = ['-v', 'error', '-i', file, '-vf', filter, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64 << 20 });
  return stdout;
}

async function probe(file: string): Promise<Record<string, string>[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
  return (JSON.parse(stdout) as { streams: Record<string, string>[] }).streams;
}

/** Digests of all frames of a film, decoded. */
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
  background?: Colour;
  frames?: number;
  segments?: number;
  fps?: number;
}

const CLIP_SECONDS = 3;

/** Draws and stitches a short film with a voice that is silence. */
async function film(name: string, { width, height, background = GREY, frames = 2, segments = 1, fps = 30 }: Take) {
  const clip = clipOf(fps * CLIP_SECONDS, { jawOpen: (k) => 0.3 + 0.3 * Math.sin(k / 3) }, fps);
  const files: string[] = [];
  const actor = await readBakedActor('bruno');
  for (let index = 0; index < segments; index++) {
    const segment = {
      index,
      first: Math.floor((index * frames) / segments),
      end: Math.floor(((index + 1) * frames) / segments),
    };
    const file = join(folder, `${name}-${index}.mp4`);
    const view = { camera: 0, width, height, background } as const;
    await renderSegment(gpu as Gpu, { actor, clip, view, segment, file, timeout: 60_000 });
    files.push(file);
  }
  const audio = join(folder, `${name}.m4a`);
  const silence = { samples: new Float32Array(Math.round((16_000 * frames) / fps)), sampleRate: 16_000 };
  await writeFile(audio, (await encodeAac(silence)).bytes);
  const file = join(folder, `${name}.mp4`);
  await stitchVideo({ segments: files, audio, fps, file, folder, timeout: 60_000 });
  return file;
}

describe.skipIf(!gpu)('a film', () => {
  it.each([
    ['black', { red: 0, green: 0, blue: 0 }],
    ['white', { red: 255, green: 255, blue: 255 }],
    ['green', { red: 0, green: 177, blue: 64 }],
    ['rose', { red: 230, green: 120, blue: 140 }],
    ['navy', { red: 12, green: 24, blue: 80 }],
  ] as const)('has a %s background to within 2 of each channel', async (name, background) => {
    const frame = await firstFrame(await film(name, { width: 128, height: 128, background }));
    for (const px of [0, 127]) {
      for (const [k, value] of Object.values(background).entries()) {
        expect(Math.abs(frame[(0 * 128 + px) * 3 + k]! - value)).toBeLessThanOrEqual(2);
      }
    }
  });

  it.each([
    [720, 1280],
    [1000, 1000],
    [1920, 1080],
    [3840, 2160],
  ])('of %ix%i is encoded at that size', async (width, height) => {
    const [video] = await probe(await film(`${width}`, { width, height, frames: 1 }));
    expect(video).toMatchObject({ width, height, nb_frames: '1' });
  });

  it('of three segments has every frame once, colour tags, and sound of the same length', async () => {
    const frames = 31;
    const file = await film('whole', { width: 128, height: 128, frames, segments: 3 });
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
    // The index comes before the data: a player begins while the rest is on its way.
    const bytes = await readFile(file);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    const digests = await frameDigests(file);
    expect(digests).toHaveLength(frames);
    expect(new Set(digests).size).toBeGreaterThan(frames - 4);
  });

  it('is the same to the byte the second time', async () => {
    const digest = async (name: string): Promise<string> => {
      const file = await film(name, { width: 128, height: 128, frames: 10, fps: 25 });
      return createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    };
    expect(await digest('one')).toBe(await digest('two'));
  });

  it('says so when ffmpeg cannot write it', async () => {
    const actor = await readBakedActor('bruno');
    const [segment] = planSegments(90, { width: 128, height: 128, fps: 30 }, { concurrency: 1, framesPerSecond: 30 });
    const view = { camera: 0, width: 128, height: 128, background: GREY } as const;
    const file = join(folder, 'nowhere', 'segment.mp4');
    await expect(
      renderSegment(gpu as Gpu, { actor, clip: clipOf(90, {}), view, segment: segment!, file, timeout: 60_000 }),
    ).rejects.toThrow(/ffmpeg ended.*nowhere/s);
  });
});
