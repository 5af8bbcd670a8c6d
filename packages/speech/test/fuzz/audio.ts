import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Arguments that make ffmpeg write a small file in each format, by file name. */
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

/** A rising tone, as input arguments for ffmpeg. */
export const CHIRP: readonly string[] = ['-f', 'lavfi', '-i', 'aevalsrc=0.3*sin(900*t*t):d=1.2:s=22050'];

/**
 * Encodes audio in every format.
 *
 * @param source input arguments for ffmpeg
 * @param folder folder for the files
 */
export async function encodeSeeds(source: readonly string[], folder: string): Promise<Buffer[]> {
  return Promise.all(
    Object.entries(SEEDS).map(async ([name, parameters]) => {
      await run('ffmpeg', ['-v', 'error', ...source, ...parameters, join(folder, name)]);
      return readFile(join(folder, name));
    }),
  );
}

/** Creates `count` damaged files. The same seed always produces the same files. */
export function damageFiles(files: readonly Buffer[], count: number, seed: number): Buffer[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const file = files[index % files.length]!;
    return DAMAGES[Math.floor(index / files.length) % DAMAGES.length]!(Buffer.from(file), random);
  });
}

/** Creates a generator of pseudorandom integers below `limit`. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

type Damage = (bytes: Buffer, random: (limit: number) => number) => Buffer;

const ID3 = Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', 'latin1');

/** Kinds of damage: flipped bits, missing ends and headers, wrong sizes, junk at the start, and blocks that are repeated or moved. */
const DAMAGES: Damage[] = [
  (bytes, random) => {
    for (let flips = random(60); flips >= 0; flips--) {
      const place = random(bytes.length);
      bytes[place] = bytes[place]! ^ (1 << random(8));
    }
    return bytes;
  },
  (bytes, random) => {
    for (let flips = random(12); flips >= 0; flips--) bytes[random(Math.min(96, bytes.length))] = random(256);
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, 1 + random(bytes.length - 1)),
  (bytes, random) => bytes.subarray(random(bytes.length - 1)),
  (bytes, random) => {
    bytes.writeUInt32LE([0, 0xffffffff, 0x7fffffff, 0x80000000][random(4)]!, random(Math.min(64, bytes.length - 4)));
    return bytes;
  },
  (bytes, random) => Buffer.concat([ID3, Buffer.alloc(random(5_000), random(256)), bytes]),
  (bytes, random) => {
    const place = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, place), bytes.subarray(random(place + 1)), bytes]);
  },
  (bytes, random) => bytes.fill(random(256), random(bytes.length), bytes.length),
];

/** Creates a box in an ISO file, from its name and its content. */
const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** Files that refer to other files, or that are not audio at all. */
export const STRANGERS: Record<string, Buffer> = {
  'a playlist that contains a file': Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  'a playlist that contains a URL': Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n'),
  'a list of files to join': Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'a DASH manifest': Buffer.from('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period/></MPD>'),
  'an SDP description': Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n'),
  'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  'a zip': Buffer.from(
    'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIUAwoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAACkgQAAAABhUEsFBgAAAAABAAEALwAAAB8AAAAAAA==',
    'base64',
  ),
  'a web page': Buffer.from('<!doctype html><title>404</title><p>Not found'),
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
              box('dref', Buffer.from('\0\0\0\0\0\0\0\x01', 'latin1'), box('url ', Buffer.from('\0\0\0\0file:///etc/passwd\0', 'latin1'))),
            ),
          ),
        ),
      ),
    ),
  ]),
  'a single byte': Buffer.from([0x52]),
  'just a header': Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'),
};
