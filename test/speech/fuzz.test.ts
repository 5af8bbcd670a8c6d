import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio, SpeechError } from '../../layers/speech/index.ts';

const run = promisify(execFile);

/** Damaged files, and how many are decoded at once. */
const COUNT = 320;
const AT_ONCE = 4;

/** Seconds that any of them may take, and the most decoded sound, s. */
const TIME = 20;
const LONGEST = 600;

const SEEDS: Record<string, string[]> = {
  'seed.wav': ['-c:a', 'pcm_s16le'],
  'ima.wav': ['-c:a', 'adpcm_ima_wav'],
  'seed.mp3': ['-c:a', 'libmp3lame', '-metadata', 'title=Voice'],
  'seed.m4a': ['-c:a', 'aac'],
  'seed.aac': ['-c:a', 'aac'],
  'seed.ogg': ['-c:a', 'libvorbis'],
  'seed.opus': ['-c:a', 'libopus'],
  'seed.flac': ['-c:a', 'flac'],
  'seed.webm': ['-c:a', 'libopus'],
};

let folder: string;
let seeds: Buffer[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-test-'));
  seeds = await Promise.all(
    Object.entries(SEEDS).map(async ([name, parameters]) => {
      const source = ['-f', 'lavfi', '-i', 'aevalsrc=0.3*sin(900*t*t):d=1.2:s=22050'];
      await run('ffmpeg', ['-v', 'error', ...source, ...parameters, join(folder, name)]);
      return readFile(join(folder, name));
    }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whole numbers below `most` that repeat with every run. */
function makeDice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

type Damage = (bytes: Buffer, dice: (most: number) => number) => Buffer;

const ID3 = Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', 'latin1');

/** What happens to files: bits flip, ends and heads go missing, sizes lie, junk comes before, blocks repeat or move. */
const DAMAGES: Damage[] = [
  (bytes, dice) => {
    for (let flips = dice(60); flips >= 0; flips--) {
      const place = dice(bytes.length);
      bytes[place] = bytes[place]! ^ (1 << dice(8));
    }
    return bytes;
  },
  (bytes, dice) => {
    for (let flips = dice(12); flips >= 0; flips--) bytes[dice(Math.min(96, bytes.length))] = dice(256);
    return bytes;
  },
  (bytes, dice) => bytes.subarray(0, 1 + dice(bytes.length - 1)),
  (bytes, dice) => bytes.subarray(dice(bytes.length - 1)),
  (bytes, dice) => {
    bytes.writeUInt32LE([0, 0xffffffff, 0x7fffffff, 0x80000000][dice(4)]!, dice(Math.min(64, bytes.length - 4)));
    return bytes;
  },
  (bytes, dice) => Buffer.concat([ID3, Buffer.alloc(dice(5_000), dice(256)), bytes]),
  (bytes, dice) => {
    const place = dice(bytes.length);
    return Buffer.concat([bytes.subarray(0, place), bytes.subarray(dice(place + 1)), bytes]);
  },
  (bytes, dice) => bytes.fill(dice(256), dice(bytes.length), bytes.length),
];

/** The size of an element of an ISO file, then its name. */
const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** Files that lead elsewhere, or are something else. */
const STRANGERS: Record<string, Buffer> = {
  'a playlist with a file': Buffer.from(
    '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  ),
  'a playlist with an address': Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n'),
  'a list of files to join': Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'a DASH manifest': Buffer.from('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period/></MPD>'),
  'an SDP description': Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n'),
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  'a zip': Buffer.from(
    'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIUAwoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAACkgQAAAABhUEsFBgAAAAABAAEALwAAAB8AAAAAAA==',
    'base64',
  ),
  'a page': Buffer.from('<!doctype html><title>404</title><p>Not found'),
  'an mp4 that refers to another file': Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')),
    box(
      'moov',
      box(
        'trak',
        box(
          'mdia',
          box(
            'minf',
            box(
              'dinf',
              box(
                'dref',
                Buffer.from('\0\0\0\0\0\0\0\x01', 'latin1'),
                box('url ', Buffer.from('\0\0\0\0file:///etc/passwd\0', 'latin1')),
              ),
            ),
          ),
        ),
      ),
    ),
  ]),
  'a single byte': Buffer.from([0x52]),
  'a header alone': Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'),
};

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
    const dice = makeDice(20_260);
    const files = Array.from({ length: COUNT }, (_, index) => {
      const seed = seeds[index % seeds.length]!;
      return DAMAGES[Math.floor(index / seeds.length) % DAMAGES.length]!(Buffer.from(seed), dice);
    });
    const ends = { decoded: 0, refused: 0 };
    const work = async () => {
      for (let file = files.pop(); file; file = files.pop()) ends[await outcomeOf(file)]++;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(ends.decoded + ends.refused).toBe(COUNT);
    expect(Math.min(ends.decoded, ends.refused)).toBeGreaterThan(COUNT / 10);
  }, 120_000);

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
      const source = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:d=1500'];
      await run('ffmpeg', ['-v', 'error', ...source, ...parameters, file]);
      const before = process.memoryUsage().rss;
      await expect(decodeAudio(await readFile(file))).rejects.toMatchObject({ title: 'Recording too long' });
      expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400);
    },
    60_000,
  );
});
