import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AAC_SAMPLE_RATE, type Audio, createEmbeddedEngine, decodeAudio, encodeAudio, encodeWav, measureLoudness } from '../src/index.ts';
import { addNoise } from './accuracy/noise.ts';

const run = promisify(execFile);

let folder: string;
let speech: Audio;
/** The speech at 48 kHz, and the same speech encoded as AAC. */
let speechAt48: Audio;
let encoded: Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-test-'));
  const text = 'My mother puts the big paper maps on the table. Please bring a lamp, Peter, before the summer ends.';
  ({ audio: speech } = await createEmbeddedEngine().speak({ text, language: 'en-US', sex: 'female', speed: 1 }));
  [speechAt48, { bytes: encoded }] = await Promise.all([at48(speech), encodeAudio(speech)]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const keep = async (name: string, bytes: Uint8Array) => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};

const scale = ({ samples, sampleRate }: Audio, factor: number): Audio => ({
  samples: samples.map((sample) => sample * factor),
  sampleRate,
});

/** Measures loudness and true peak with the R 128 meter in ffmpeg. */
async function readMeter(file: string): Promise<{ integrated: number; truePeak: number }> {
  const { stderr } = await run('ffmpeg', ['-nostats', '-i', file, '-af', 'ebur128=peak=true', '-f', 'null', '-']);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    integrated: Number(/I: +(-?[\d.]+) LUFS/.exec(summary)?.[1]),
    truePeak: Number(/Peak: +(-?[\d.]+) dBFS/.exec(summary)?.[1]),
  };
}

/**
 * Returns the delay between two recordings to a tenth of a millisecond, in ms. It is the lag of up to 60 ms at which they correlate best.
 */
function findDelay(sound: Audio, original: Audio): number {
  const rate = sound.sampleRate;
  const reach = Math.round(0.06 * rate);
  const start = Math.round(0.5 * rate);
  let [best, delay] = [Number.NEGATIVE_INFINITY, 0];
  for (let shift = -reach; shift <= reach; shift++) {
    let sum = 0;
    for (let index = start; index < start + rate; index += 3) {
      sum += (sound.samples[index + shift] ?? 0) * (original.samples[index] ?? 0);
    }
    if (sum > best) [best, delay] = [sum, shift];
  }
  return (1000 * delay) / rate;
}

const at48 = async (audio: Audio) => decodeAudio(encodeWav(audio), { sampleRate: AAC_SAMPLE_RATE });

describe('measureLoudness', () => {
  it.each([1, 0.25])("agrees with ffmpeg's meter, at %d times the level and at 48 kHz", async (factor) => {
    for (const audio of [scale(speech, factor), scale(speechAt48, factor)]) {
      const meter = await readMeter(await keep('measured.wav', encodeWav(audio)));
      const own = measureLoudness(audio);
      expect(Math.abs(own.integrated - meter.integrated)).toBeLessThan(0.2);
      expect(Math.abs(own.truePeak - meter.truePeak)).toBeLessThan(0.3);
    }
  });

  it('is -Infinity for silence', () => {
    expect(measureLoudness({ samples: new Float32Array(48_000), sampleRate: 48_000 }).integrated).toBe(-Infinity);
  });
});

describe('encodeAudio', () => {
  it.each([0.05, 0.3, 1])('normalizes speech to the target loudness below the ceiling, from %d times its level', async (factor) => {
    const { bytes, gain } = await encodeAudio(scale(speech, factor));
    const { integrated, truePeak } = await readMeter(await keep('level.m4a', bytes));
    expect(truePeak).toBeLessThanOrEqual(-1);
    expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
    const before = measureLoudness(scale(speech, factor)).integrated;
    // Limiting lowers the peaks, but gives up only a little of the loudness that was gained.
    expect(before + gain - integrated).toBeLessThan(2);
  });

  it('preserves the difference between quiet and loud parts', async () => {
    const seconds = 2;
    const noise = addNoise({ samples: new Float32Array(2 * seconds * AAC_SAMPLE_RATE).fill(1e-6), sampleRate: AAC_SAMPLE_RATE }, -80);
    const samples = noise.samples.map((value, index) => value * (index < seconds * AAC_SAMPLE_RATE ? 2 : 8));
    const { bytes, gain } = await encodeAudio({ samples, sampleRate: AAC_SAMPLE_RATE });
    const decoded = await decodeAudio(bytes, { sampleRate: AAC_SAMPLE_RATE });
    const levelOf = (sound: Float32Array, from: number) =>
      10 * Math.log10(sound.subarray(from, from + AAC_SAMPLE_RATE / 2).reduce((sum, value) => sum + value * value, 1e-9));
    for (const from of [0.5, 1, 2.5, 3].map((time) => time * AAC_SAMPLE_RATE)) {
      expect(Math.abs(levelOf(decoded.samples, from) - levelOf(samples, from) - gain)).toBeLessThan(1.5);
    }
  });

  it.each([
    ['webm', 'opus'],
    ['mov', 'pcm_s16le'],
  ] as const)('encodes %s at the same loudness and without delay', async (format, codec) => {
    const { bytes } = await encodeAudio(speech, format);
    const file = await keep(`sound.${format}`, bytes);
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]);
    const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] };
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({ codec_name: codec, sample_rate: '48000', channels: 1 });
    const { integrated, truePeak } = await readMeter(file);
    expect(truePeak).toBeLessThanOrEqual(-0.9);
    expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
    const decoded = await decodeAudio(bytes, { sampleRate: AAC_SAMPLE_RATE });
    expect(Math.abs(findDelay(decoded, speechAt48))).toBeLessThan(48);
  });

  it('encodes 48 kHz AAC that begins at zero and preserves the duration to the millisecond', async () => {
    const file = await keep('form.m4a', encoded);
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]);
    const { streams, format } = JSON.parse(stdout) as {
      streams: Record<string, string>[];
      format: Record<string, string>;
    };
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 1 });
    const duration = speech.samples.length / speech.sampleRate;
    expect(Math.abs(Number(format.duration) - duration)).toBeLessThan(0.025);
    const decoded = await decodeAudio(encoded, { sampleRate: AAC_SAMPLE_RATE });
    expect(Math.abs(findDelay(decoded, speechAt48))).toBeLessThan(1);
  });

  it('stays in sync when muxed with pictures without re-encoding', async () => {
    const sound = await keep('sound.m4a', encoded);
    const [pictures, video] = [join(folder, 'pictures.mp4'), join(folder, 'video.mp4')];
    const source = ['-f', 'lavfi', '-i', 'testsrc2=duration=6:size=128x128:rate=30'];
    await run('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p', pictures]);
    const inputs = ['-i', pictures, '-i', sound, '-map', '0:v', '-map', '1:a', '-c', 'copy', '-movflags', '+faststart'];
    await run('ffmpeg', ['-v', 'error', ...inputs, video]);
    const wav = join(folder, 'video.wav');
    await run('ffmpeg', ['-v', 'error', '-i', video, '-vn', '-ar', `${AAC_SAMPLE_RATE}`, wav]);
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'stream=start_time', '-of', 'csv=p=0', video]);
    expect(stdout.trim().split('\n').map(Number)).toEqual([0, 0]);
    const decoded = await decodeAudio(await readFile(wav), { sampleRate: AAC_SAMPLE_RATE });
    expect(Math.abs(findDelay(decoded, speechAt48))).toBeLessThan(1);
  });

  it('returns the same bytes for the same audio, and accepts silence and a single sample', async () => {
    expect(Buffer.compare((await encodeAudio(speech)).bytes, encoded)).toBe(0);
    for (const length of [1, 4_800]) {
      const { bytes, gain } = await encodeAudio({ samples: new Float32Array(length), sampleRate: AAC_SAMPLE_RATE });
      expect(bytes.byteLength).toBeGreaterThan(400);
      expect(gain).toBe(0);
    }
  });
});
