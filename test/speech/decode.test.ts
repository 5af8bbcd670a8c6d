import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeAudio, SpeechError } from '../../layers/speech/index.ts';

const run = promisify(execFile);

/** Seconds and Hz of the tone that is encoded in every format. */
const SECONDS = 1.5;
const TONE = 440;

/** How each format is written; a name's ending chooses the container. */
const FORMATS: Record<string, string[]> = {
  'mono.wav': ['-ar', '16000'],
  'stereo.wav': ['-ac', '2', '-ar', '192000', '-c:a', 'pcm_s24le'],
  'telephone.wav': ['-ar', '8000', '-c:a', 'pcm_mulaw'],
  'speech.mp3': ['-c:a', 'libmp3lame'],
  'speech.m4a': ['-c:a', 'aac'],
  'speech.aac': ['-c:a', 'aac'],
  'speech.ogg': ['-c:a', 'libvorbis'],
  'speech.opus': ['-c:a', 'libopus'],
  'speech.flac': ['-c:a', 'flac'],
  'speech.webm': ['-c:a', 'libopus'],
};

let folder: string;

const encode = (source: string, parameters: string[], name: string) =>
  run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...parameters, join(folder, name)]);
const read = (name: string) => readFile(join(folder, name));

/** The strength of one frequency in a sound, 0..1 of its amplitude (Goertzel's sum). */
function strength(samples: Float32Array, sampleRate: number, frequency: number): number {
  let [real, imaginary] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * frequency * index) / sampleRate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decode-test-'));
  // A temporary folder of this test alone, to see what is left in it.
  vi.stubEnv('TMPDIR', folder);
  const tone = `sine=frequency=${TONE}:duration=${SECONDS}`;
  await Promise.all(Object.entries(FORMATS).map(([name, parameters]) => encode(tone, parameters, name)));
  await encode('anullsrc=duration=1', [], 'silent.wav');
  await encode('color=duration=0.2:size=64x64', ['-c:v', 'libvpx'], 'picture.webm');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe('decodeAudio', () => {
  it.each(Object.keys(FORMATS))('decodes %s to mono at 16 kHz', async (name) => {
    const { samples, sampleRate } = await decodeAudio(await read(name));
    expect(sampleRate).toBe(16_000);
    expect(Math.abs(samples.length / sampleRate - SECONDS)).toBeLessThan(0.1);
    // ffmpeg's sine is an eighth of full scale; spread over two channels it loses 3 dB in each.
    expect(strength(samples, sampleRate, TONE)).toBeGreaterThan(0.08);
    expect(strength(samples, sampleRate, 2 * TONE)).toBeLessThan(0.01);
  });

  it.each([
    ['nothing', () => Buffer.alloc(0), 'Recording empty'],
    ['bytes that are no audio', () => Buffer.from('Once upon a time, '.repeat(200)), 'Recording not decodable'],
    [
      'a playlist that names a local file',
      () => Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/hostname\n'),
      'Recording not decodable',
    ],
    ['a film without sound', () => read('picture.webm'), 'No audio stream'],
    ['silence', () => read('silent.wav'), 'Recording silent'],
  ])('refuses %s', async (_, bytes, title) => {
    const refused = decodeAudio(await bytes());
    await expect(refused).rejects.toThrow(SpeechError);
    await expect(refused).rejects.toMatchObject({ title, field: 'audio' });
  });

  it('takes a recording of just the greatest length and refuses a longer one', async () => {
    const bytes = await read('mono.wav');
    await expect(decodeAudio(bytes, { seconds: SECONDS })).resolves.toBeDefined();
    await expect(decodeAudio(bytes, { seconds: SECONDS - 0.1 })).rejects.toMatchObject({ title: 'Recording too long' });
  });

  it('refuses too many bytes before it decodes them', async () => {
    await expect(decodeAudio(Buffer.alloc(101), { bytes: 100 })).rejects.toMatchObject({
      title: 'Recording too large',
    });
  });

  it('ends a decoder that takes too long', async () => {
    await expect(decodeAudio(await read('speech.mp3'), { time: 1 })).rejects.toThrow(/SIGKILL/);
  });

  it('leaves nothing in the temporary folder', async () => {
    await decodeAudio(await read('mono.wav'));
    expect((await readdir(folder)).filter((name) => name.startsWith('recording-'))).toEqual([]);
  });

  it('refuses or decodes a damaged file, and never fails otherwise', async () => {
    const files = await Promise.all(Object.keys(FORMATS).map(read));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 40 }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        async (file, damages, kept) => {
          const bytes = Buffer.from(file.subarray(0, Math.ceil(file.length * kept)));
          // Damage lies towards the head, where the container's structure is.
          for (const [place, value] of damages) bytes[Math.floor(place ** 3 * (bytes.length - 1))] = value;
          const outcome = await decodeAudio(bytes).catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SpeechError);
          else expect(outcome).toMatchObject({ sampleRate: 16_000 });
        },
      ),
      { numRuns: 40 },
    );
  });
});
