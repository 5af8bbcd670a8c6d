import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio, SpeechError } from '../src/index.ts';
import { CHIRP, damageFiles, encodeSeeds, STRANGERS } from './fuzz/audio.ts';

const run = promisify(execFile);

/** Number of damaged files, and how many of them are decoded at the same time. `npm run fuzz` tests more. */
const COUNT = 50;
const CONCURRENCY = 4;

/** Time limit for each file, and the maximum duration of its audio, in s. */
const TIME = 20;
const LONGEST = 600;

let folder: string;
let seeds: Buffer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-test-'));
  seeds = await encodeSeeds(CHIRP, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function decodeOrReject(bytes: Buffer): Promise<'decoded' | 'rejected'> {
  const started = performance.now();
  try {
    const { samples, sampleRate } = await decodeAudio(bytes, { time: TIME * 1000 });
    expect(samples.length / sampleRate).toBeLessThanOrEqual(LONGEST);
    expect(samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
    return 'decoded';
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    expect(error).toMatchObject({ field: 'audio', message: expect.stringMatching(/./) });
    return 'rejected';
  } finally {
    expect((performance.now() - started) / 1000).toBeLessThan(TIME);
  }
}

describe('an untrusted recording', () => {
  it(`is decoded or rejected if damaged (${COUNT} files)`, async () => {
    const files = damageFiles(seeds, COUNT, 20_260);
    const outcomes = { decoded: 0, rejected: 0 };
    const work = async () => {
      for (let file = files.pop(); file; file = files.pop()) outcomes[await decodeOrReject(file)]++;
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    expect(outcomes.decoded + outcomes.rejected).toBe(COUNT);
    expect(Math.min(outcomes.decoded, outcomes.rejected)).toBeGreaterThan(COUNT / 10);
  });

  it.each(Object.entries(STRANGERS))('is rejected if it is %s', async (_, bytes) => {
    expect(await decodeOrReject(bytes)).toBe('rejected');
  });

  it.each([
    ['flac', ['-c:a', 'flac', '-compression_level', '0']],
    ['ogg', ['-c:a', 'libvorbis', '-q:a', '-1']],
  ])(
    'is rejected within bounded memory if it unpacks to more than the maximum duration (%s)',
    async (ending, parameters) => {
      const file = join(folder, `bomb.${ending}`);
      const source = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=2400'];
      await run('ffmpeg', ['-v', 'error', ...source, ...parameters, file]);
      const before = process.memoryUsage().rss;
      await expect(decodeAudio(await readFile(file))).rejects.toMatchObject({ title: 'Recording too long' });
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400);
    },
    60_000,
  );
});
