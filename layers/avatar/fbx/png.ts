import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture of 8 bits a channel, row by row. */
export interface Picture {
  width: number;
  height: number;
  /** 2 grey and alpha, 4 red, green, blue and alpha. */
  channels: 2 | 4;
  pixels: Uint8Array;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The number of a PNG's kind of colour for its channels. */
const COLOUR_TYPES = { 2: 4, 4: 6 } as const;

/**
 * Reads a PNG of 8 bits with alpha, not interlaced, as the actors' cut-out textures are.
 * @returns undefined when it is another kind of picture
 */
export function readPng(bytes: Uint8Array): Picture | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 33 || !file.subarray(0, 8).equals(SIGNATURE)) return undefined;
  const [width, height, depth, colour, interlace] = [
    file.readUInt32BE(16),
    file.readUInt32BE(20),
    file[24],
    file[25],
    file[28],
  ];
  const channels = colour === COLOUR_TYPES[4] ? 4 : colour === COLOUR_TYPES[2] ? 2 : undefined;
  if (!channels || depth !== 8 || interlace !== 0) return undefined;
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const stride = width * channels;
  const raw = inflateSync(Buffer.concat(data), { maxOutputLength: (stride + 1) * height });
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row++) {
    unfilter(raw[row * (stride + 1)]!, raw.subarray(row * (stride + 1) + 1), pixels, row * stride, stride, channels);
  }
  return { width, height, channels, pixels };
}

/** Adds to each byte what its filter predicts from those before and above it (PNG specification, section 9). */
function unfilter(kind: number, coded: Uint8Array, pixels: Uint8Array, at: number, stride: number, step: number): void {
  for (let i = 0; i < stride; i++) {
    const left = i >= step ? pixels[at + i - step]! : 0;
    const up = at > 0 ? pixels[at + i - stride]! : 0;
    const corner = at > 0 && i >= step ? pixels[at + i - stride - step]! : 0;
    pixels[at + i] = coded[i]! + PREDICTIONS[kind]!(left, up, corner);
  }
}

const PREDICTIONS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const guess = left + up - corner;
    const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
  },
];

/** Writes a PNG, its rows not filtered. */
export function writePng({ width, height, channels, pixels }: Picture): Uint8Array {
  const stride = width * channels;
  const raw = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    raw.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, COLOUR_TYPES[channels], 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const file = Buffer.alloc(12 + data.length);
  file.writeUInt32BE(data.length, 0);
  file.write(type, 4, 'latin1');
  file.set(data, 8);
  file.writeUInt32BE(crc32(file.subarray(4, 8 + data.length)), 8 + data.length);
  return file;
}
