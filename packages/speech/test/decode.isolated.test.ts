import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeAudio, decodeAudioAtRates, SpeechError } from '../src/index.ts';

const run = promisify(execFile);

/** Duration in s and frequency in Hz of the tone that is encoded in every format. */
const SECONDS = 1.5;
const TONE = 440;

/** Arguments that make ffmpeg encode each format. The container depends on the file extension. */
const FORMATS: Record<string, string[]> = {
  'mono.wav': ['-ar', '16000'],
  'eight.wav': ['-ar', '11025', '-c:a', 'pcm_u8'],
  'stereo.wav': ['-ac', '2', '-ar', '192000', '-c:a', 'pcm_s24le'],
  'thirty-two.wav': ['-ar', '96000', '-c:a', 'pcm_s32le'],
  'float.wav': ['-ac', '2', '-ar', '44100', '-c:a', 'pcm_f32le'],
  'double.wav': ['-ar', '22050', '-c:a', 'pcm_f64le'],
  'telephone.wav': ['-ar', '8000', '-c:a', 'pcm_mulaw'],
  'alaw.wav': ['-ar', '8000', '-c:a', 'pcm_alaw'],
  'ima.wav': ['-ar', '22050', '-c:a', 'adpcm_ima_wav'],
  'ms.wav': ['-ar', '22050', '-c:a', 'adpcm_ms'],
  'surround.wav': ['-ac', '6', '-ar', '48000'],
  'speech.mp3': ['-c:a', 'libmp3lame'],
  'slow.mp3': ['-ar', '8000', '-c:a', 'libmp3lame', '-b:a', '8k'],
  'speech.m4a': ['-c:a', 'aac'],
  'lossless.m4a': ['-c:a', 'alac'],
  'speech.mp4': ['-c:a', 'aac', '-movflags', '+faststart'],
  'speech.aac': ['-c:a', 'aac'],
  'speech.ogg': ['-c:a', 'libvorbis'],
  'speech.opus': ['-c:a', 'libopus'],
  'opus.ogg': ['-c:a', 'libopus', '-ac', '2'],
  'speech.flac': ['-c:a', 'flac'],
  'fine.flac': ['-ar', '192000', '-c:a', 'flac', '-sample_fmt', 's32'],
  'speech.webm': ['-c:a', 'libopus'],
  'vorbis.webm': ['-c:a', 'libvorbis'],
};

/** Stereo recordings in which only one channel has a voice, or one channel is inverted. */
const SIDES: Record<string, string> = {
  'left.wav': 'pan=stereo|c0=c0|c1=0*c0',
  'right.wav': 'pan=stereo|c0=0*c0|c1=c0',
  'inverted.wav': 'pan=stereo|c0=c0|c1=-1*c0',
};

let folder: string;

const encode = (source: string, parameters: string[], name: string) =>
  run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...parameters, join(folder, name)]);
const read = (name: string) => readFile(join(folder, name));

/** Measures how strong a frequency is in the audio, as a share of the amplitude (Goertzel algorithm). */
function strength(samples: Float32Array, sampleRate: number, frequency: number): number {
  let [real, imaginary] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * frequency * index) / sampleRate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/** Reads an Ogg file and overwrites its pages, starting with the fifth. The first three contain the header. */
async function readDamaged(name: string): Promise<Buffer> {
  const bytes = await read(name);
  let page = 0;
  for (let count = 0; count < 4; count++) page = bytes.indexOf('OggS', page + 4);
  return bytes.fill(0x55, page + 60);
}

/** Decodes a recording with a shell script instead of ffmpeg. */
async function decodeWith(script: string) {
  const programs = await mkdtemp(join(folder, 'programs-'));
  await writeFile(join(programs, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const bytes = await read('mono.wav');
  const path = process.env.PATH;
  vi.stubEnv('PATH', programs);
  return decodeAudio(bytes).finally(() => vi.stubEnv('PATH', path));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decode-test-'));
  // Use a separate temporary folder, so that it can be checked for leftovers.
  vi.stubEnv('TMPDIR', folder);
  const tone = `sine=frequency=${TONE}:duration=${SECONDS}`;
  await Promise.all(Object.entries(FORMATS).map(([name, parameters]) => encode(tone, parameters, name)));
  await Promise.all(Object.entries(SIDES).map(([name, filter]) => encode(tone, ['-af', filter], name)));
  await encode('anullsrc=duration=1', [], 'silent.wav');
  await encode('sine=duration=6', ['-af', "volume='gt(t,3)':eval=frame", '-c:a', 'libvorbis'], 'late.ogg');
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
    // ffmpeg's sine wave is an eighth of full scale. It loses 3 dB on two channels, and more if six channels are mixed down to two.
    expect(strength(samples, sampleRate, TONE)).toBeGreaterThan(name === 'surround.wav' ? 0.03 : 0.08);
    expect(strength(samples, sampleRate, 2 * TONE)).toBeLessThan(0.01);
  });

  it.each(Object.keys(SIDES))("preserves the voice's level in %s", async (name) => {
    const { samples, sampleRate } = await decodeAudio(await read(name));
    expect(strength(samples, sampleRate, TONE)).toBeCloseTo(1 / 8, 2);
  });

  it('decodes to another rate', async () => {
    const { samples, sampleRate } = await decodeAudio(await read('stereo.wav'), { sampleRate: 48_000 });
    expect(sampleRate).toBe(48_000);
    expect(samples.length / sampleRate).toBeCloseTo(SECONDS, 2);
    expect(strength(samples, sampleRate, TONE)).toBeGreaterThan(0.08);
  });

  it('returns the same audio for several rates as for each rate separately', async () => {
    const bytes = await read('speech.mp3');
    const [fine, coarse] = await decodeAudioAtRates(bytes, [48_000, 16_000]);
    expect(fine).toEqual(await decodeAudio(bytes, { sampleRate: 48_000 }));
    expect(coarse).toEqual(await decodeAudio(bytes));
    await expect(decodeAudioAtRates(await read('silent.wav'), [48_000, 16_000])).rejects.toThrow(/silent/);
  });

  it.each([
    ['nothing', () => Buffer.alloc(0), 'Recording empty'],
    ['bytes that are not audio', () => Buffer.from('Once upon a time, '.repeat(200)), 'Recording not decodable'],
    ['a playlist that names a local file', () => Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/hostname\n'), 'Recording not decodable'],
    ['a video without audio', () => read('picture.webm'), 'No audio stream'],
    ['silence', () => read('silent.wav'), 'Recording silent'],
    ['silence followed by damage', () => readDamaged('late.ogg'), 'Recording damaged'],
  ])('refuses %s', async (_, bytes, title) => {
    const refused = decodeAudio(await bytes());
    await expect(refused).rejects.toThrow(SpeechError);
    await expect(refused).rejects.toMatchObject({ title, field: 'audio' });
  });

  it.each([
    ['dense.flac', 8, 192_000],
    ['many.wav', 16, 96_000],
    ['fast.wav', 2, 655_350],
  ])('rejects %s with %d channels at %d Hz before decoding it', async (name, channels, rate) => {
    await encode('sine=duration=0.2', ['-ac', `${channels}`, '-ar', `${rate}`], name);
    await expect(decodeAudio(await read(name))).rejects.toMatchObject({
      title: 'Recording not supported',
      field: 'audio',
      message: expect.stringContaining(`got ${channels} channels at ${rate} Hz; convert it`),
    });
  });

  it('accepts the maximum number of samples per second', async () => {
    await encode('sine=duration=0.2', ['-ac', '8', '-ar', '96000'], 'maximum.flac');
    await expect(decodeAudio(await read('maximum.flac'))).resolves.toBeDefined();
  });

  it("rejects a codec that the functions' ffmpeg does not have", async () => {
    await encode('sine=duration=0.2', ['-c:a', 'mp2'], 'old.mkv');
    await expect(decodeAudio(await read('old.mkv'))).rejects.toMatchObject({ title: 'Recording not decodable' });
  });

  it.each([
    ['takes too much processor time', 'XCPU', /takes longer than 50 s/],
    ['crashes the decoder', 'SEGV', /cannot be decoded as audio/],
    ['triggers an assertion', 'ABRT', /cannot be decoded as audio/],
  ])("is the recording's fault when it %s", async (_, signal, message) => {
    const refused = decodeWith(`kill -${signal} $$`);
    await expect(refused).rejects.toThrow(SpeechError);
    await expect(refused).rejects.toThrow(message);
  });

  it("is not the recording's fault when the machine kills the decoder", async () => {
    await expect(decodeWith('kill -KILL $$')).rejects.not.toThrow(SpeechError);
  });

  it("uses the decoders of the functions' ffmpeg", async () => {
    const script = await readFile(new URL('../../../layers/ffmpeg/build.sh', import.meta.url), 'utf8');
    const built = [...script.matchAll(/^decoders=(?:\$decoders,)?(\S+)$/gm)].flatMap(([, list = '']) => list.split(','));
    const source = await readFile(new URL('../src/audio/decode.ts', import.meta.url), 'utf8');
    const used = [...(source.match(/const DECODERS =([^;]+);/)?.[1] ?? '').matchAll(/'([^']+)'/g)].flatMap(([, list = '']) =>
      list.split(','),
    );
    expect(used.map((name) => name.trim()).filter(Boolean)).toEqual(built);
  });

  it("quotes the decoder's message for a damaged file", async () => {
    await expect(decodeAudio(await readDamaged('late.ogg'))).rejects.toThrow(
      /is damaged and contains no audio that can be decoded \(the decoder reports "(?!.*(@|\/))[^"]{8,}"\); send the complete file/,
    );
  });

  it('accepts a recording of the maximum duration and rejects a longer one', async () => {
    const bytes = await read('mono.wav');
    await expect(decodeAudio(bytes, { seconds: SECONDS })).resolves.toBeDefined();
    await expect(decodeAudio(bytes, { seconds: SECONDS - 0.1 })).rejects.toMatchObject({ title: 'Recording too long' });
  });

  it('rejects too many bytes before decoding', async () => {
    await expect(decodeAudio(Buffer.alloc(101), { bytes: 100 })).rejects.toMatchObject({
      title: 'Recording too large',
    });
  });

  it('kills a decoder that exceeds its time limit', async () => {
    await expect(decodeAudio(await read('speech.mp3'), { time: 1 })).rejects.toThrow(/SIGKILL/);
  });

  it('leaves nothing in the temporary folder', async () => {
    await decodeAudio(await read('mono.wav'));
    expect((await readdir(folder)).filter((name) => name.startsWith('recording-'))).toEqual([]);
  });
});
