import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio, SpeechError } from '../src/index.ts';
import { CHIRP, damageFiles, encodeSeeds, STRANGERS } from './fuzz/audio.ts';

const run = promisify(execFile);

/** Damaged files, and how many are decoded at once. `npm run fuzz` sends more. */
const COUNT = 100;
const AT_ONCE = 4;

/** Seconds that any of them may take, and the most decoded sound, s. */
const TIME = 20;
const LONGEST = 600;

let folder: string;
let seeds: Buffer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-test-'));
  seeds = await encodeSeeds(CHIRP, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Decodes, and tells how it ended. */
async function outcomeOf(bytes: Buffer): Promise<'decoded' | 'refused'> {
  const started = performance.now();
  try {
    const { samples, sampleRate } = await decodeAudio(bytes, { time: TIME * 1000 });
    expect(samples.length / sampleRate).toBeLessThanOrEqual(LONGEST);
    expect(samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
    return 'decoded';
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    expect(error).toMatchObject({ field: 'audio', message: expect.stringMatching(/./) });
    return 'refused';
  } finally {
    expect((performance.now() - started) / 1000).toBeLessThan(TIME);
  }
}

describe('an untrusted recording', () => {
  it(`of ${COUNT} damaged ones is decoded or refused, and nothing else`, async () => {
    const files = damageFiles(seeds, COUNT, 20_260);
    const ends = { decoded: 0, refused: 0 };
    const work = async () => {
      for (let file = files.pop(); file; file = files.pop()) ends[await outcomeOf(file)]++;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(ends.decoded + ends.refused).toBe(COUNT);
    expect(Math.min(ends.decoded, ends.refused)).toBeGreaterThan(COUNT / 10);
  });

  it.each(Object.entries(STRANGERS))('that is %s is refused', async (_, bytes) => {
    expect(await outcomeOf(bytes)).toBe('refused');
  });

  it.each([
    ['flac', ['-c:a', 'flac', '-compression_level', '0']],
    ['ogg', ['-c:a', 'libvorbis', '-q:a', '-1']],
  ])(
    'that unpacks to far more sound than is taken (%s) is refused within bounds',
    async (ending, parameters) => {
      const file = join(folder, `bomb.${ending}`);
      const source = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=4500'];
      await run('ffmpeg', ['-v', 'error', ...source, ...parameters, file]);
      const before = process.memoryUsage().rss;
      await expect(decodeAudio(await readFile(file))).rejects.toMatchObject({ title: 'Recording too long' });
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400);
    },
    60_000,
  );
});
