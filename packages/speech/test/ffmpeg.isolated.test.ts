import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runFfmpeg, startFfmpeg } from '../src/audio/ffmpeg.ts';

const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=sample_rate=8000:channel_layout=mono'];
const RAW = ['-f', 's16le', '-ar', '8000', '-ac', '1'];
/** Silence that never ends, in real time. */
const ENDLESS = ['-re', ...SILENCE, '-f', 'null', '-'];
const limits = { time: 20_000 };

afterEach(() => void vi.unstubAllEnvs());

it('a run returns its stdout', async () => {
  const { code, stdout } = await runFfmpeg([...SILENCE, '-t', '1', '-f', 's16le', 'pipe:1'], limits);
  expect([code, stdout.length]).toEqual([0, 16_000]);
});

it('a failed run returns its stderr', async () => {
  const { code, signal, stderr } = await runFfmpeg(['-i', '/nowhere.wav', '-f', 'null', '-'], limits);
  expect([code === 0, signal]).toEqual([false, null]);
  expect(stderr).toContain('/nowhere.wav');
});

it('a run is killed at its time limit', async () => {
  expect(await runFfmpeg(ENDLESS, { time: 500 })).toMatchObject({ code: null, signal: 'SIGKILL' });
});

it('a run has limited CPU time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\nulimit -t\n', { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  expect((await runFfmpeg([], { ...limits, processorTime: 50 })).stdout.toString()).toBe('50\n');
});

it.skipIf(process.platform === 'darwin')('a run has limited memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  // Replace ffmpeg with a script that prints its memory limit in KiB.
  await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\nulimit -v\n', { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  const said = async (memory?: number) => (await runFfmpeg([], { ...limits, ...(memory && { memory }) })).stdout.toString();
  expect(await said(1_500_000_000)).toBe('1464844\n');
  expect(await said()).not.toBe('1464844\n');
});

it('fails with the reason when ffmpeg is not installed', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(runFfmpeg(ENDLESS, limits)).rejects.toThrow('ffmpeg is not installed');
  await expect(startFfmpeg(ENDLESS, limits).finish()).rejects.toThrow('ffmpeg is not installed');
});

it('a started run accepts its input in pieces', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  const file = join(folder, 'copy.raw');
  const copy = startFfmpeg([...RAW, '-i', 'pipe:0', '-f', 's16le', file], limits);
  for (const value of [1, 2, 3]) await copy.write(Buffer.alloc(200_000, value));
  await copy.finish();
  const whole = Buffer.concat([1, 2, 3].map((value) => Buffer.alloc(200_000, value)));
  expect((await readFile(file)).equals(whole)).toBe(true);
});

it.each([
  ['its arguments are wrong', ['-f', 'nothing', '-i', 'pipe:0'], 20_000, /ffmpeg exited with \d+: .*nothing/s],
  ['it exceeds its time limit', [...RAW, '-re', '-i', 'pipe:0', '-f', 'null', '-'], 500, 'ffmpeg exited with SIGKILL'],
])('a started run rejects further input with the reason when %s', async (_, args, time, message) => {
  const run = startFfmpeg(args, { time });
  const flood = async () => {
    for (;;) await run.write(Buffer.alloc(100_000));
  };
  await expect(flood()).rejects.toThrow(message);
  await expect(run.finish()).rejects.toThrow(message);
});

it('a started run ends if it is killed', async () => {
  const run = startFfmpeg(ENDLESS, limits);
  run.kill();
  await expect(run.finish()).rejects.toThrow('SIGKILL');
});
