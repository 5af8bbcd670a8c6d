import type { Colour, Picture } from '../render/index.ts';
import { createLuma, type Luma, smoothEdges } from './edges.ts';

/**
 * A frame as the encoder takes it: luma, then the two chroma planes at half the width and height; BT.709, limited range
 * (ITU-R BT.709-6, table 4).
 */
export interface Canvas {
  /** All three planes. */
  readonly bytes: Uint8Array;
  /** Replaces the frame by a picture before the background. */
  paint(picture: Picture): void;
}

/** Weights of red and blue in luma; green has the rest. */
const KR = 0.2126;
const KB = 0.0722;
const KG = 1 - KR - KB;

/** Weights of a channel 0..255 in luma 16..235 and chroma 16..240, as fixed-point numbers of 16 bits. */
const fixed = (value: number): number => Math.round(value * 65536);
const Y = [fixed((KR * 219) / 255), fixed((KG * 219) / 255), fixed((KB * 219) / 255)] as const;
const CB = 112 / 255 / (1 - KB);
const CR = 112 / 255 / (1 - KR);
const U = [fixed(-KR * CB), fixed(-KG * CB), fixed((1 - KB) * CB)] as const;
const V = [fixed((1 - KR) * CR), fixed(-KG * CR), fixed(-KB * CR)] as const;
const HALF = 32768;

const luma = (r: number, g: number, b: number): number => ((Y[0] * r + Y[1] * g + Y[2] * b + HALF) >> 16) + 16;

/** A canvas of one colour. @param width even @param height even */
export function createCanvas(width: number, height: number, background: Colour): Canvas {
  const pixels = width * height;
  const bytes = new Uint8Array((pixels * 3) / 2);
  const planes = {
    y: bytes.subarray(0, pixels),
    u: bytes.subarray(pixels, (pixels * 5) / 4),
    v: bytes.subarray((pixels * 5) / 4),
  };
  const { red, green, blue } = background;
  planes.y.fill(luma(red, green, blue));
  planes.u.fill(((U[0] * red + U[1] * green + U[2] * blue + HALF) >> 16) + 128);
  planes.v.fill(((V[0] * red + V[1] * green + V[2] * blue + HALF) >> 16) + 128);
  const still = bytes.slice();
  const ground = { y: planes.y[0]!, word: (255 << 24) | (blue << 16) | (green << 8) | red };
  const raw = createLuma(width, height);
  return {
    bytes,
    paint(picture) {
      bytes.set(still);
      convertLuma(picture, ground, raw);
      smoothEdges(raw, picture, planes.y, width);
      convertChroma(picture, raw.spans, planes.u, planes.v, width >> 1);
    },
  };
}

/** The four channels of each pixel as one number. */
const wordsOf = ({ pixels, width, height }: Picture): Int32Array =>
  new Int32Array(pixels.buffer, pixels.byteOffset, width * height);

/**
 * Converts to luma, and finds the span of each row outside of which there is only background: its first and its end column, both
 * even, the same for each pair of rows.
 */
function convertLuma(picture: Picture, ground: { y: number; word: number }, { bytes, pitch, spans }: Luma): void {
  const { width, height } = picture;
  const words = wordsOf(picture);
  for (let row = 0; row < height; row += 2) {
    const [upper, lower] = [row * width, (row + 1) * width];
    let first = 0;
    while (first < width && words[upper + first] === ground.word && words[lower + first] === ground.word) first++;
    let end = width;
    while (end > first && words[upper + end - 1] === ground.word && words[lower + end - 1] === ground.word) end--;
    first &= ~1;
    end = Math.min(width, (end + 1) & ~1);
    for (let line = row; line < row + 2; line++) {
      spans[line * 2] = first;
      spans[line * 2 + 1] = end;
      const to = line * pitch;
      bytes.fill(ground.y, to, to + first);
      bytes.fill(ground.y, to + end, to + ((width + 3) & ~3));
      lumaOfRow(words, line * width + first, line * width + end, bytes, to + first);
    }
  }
}

function lumaOfRow(words: Int32Array, from: number, end: number, bytes: Uint8Array, to: number): void {
  for (let k = from, at = to; k < end; k++, at++) {
    const word = words[k]!;
    bytes[at] = ((Y[0] * (word & 255) + Y[1] * ((word >> 8) & 255) + Y[2] * ((word >> 16) & 255) + HALF) >> 16) + 16;
  }
}

/** Chroma is the mean of four pixels. */
function convertChroma(picture: Picture, spans: Int32Array, u: Uint8Array, v: Uint8Array, stride: number): void {
  const { x, y, width, height } = picture;
  const words = wordsOf(picture);
  for (let row = 0; row < height; row += 2) {
    const [first, end] = [spans[row * 2]!, spans[row * 2 + 1]!];
    let to = ((y + row) >> 1) * stride + ((x + first) >> 1);
    let from = row * width + first;
    for (let column = first; column < end; column += 2, from += 2, to++) {
      const a = words[from]!;
      const b = words[from + 1]!;
      const c = words[from + width]!;
      const d = words[from + width + 1]!;
      // Red and blue are added up side by side in one number; each sum needs ten bits.
      const even = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
      const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255);
      const red = even & 0x3ff;
      const blue = even >> 16;
      u[to] = ((U[0] * red + U[1] * green + U[2] * blue + 4 * HALF) >> 18) + 128;
      v[to] = ((V[0] * red + V[1] * green + V[2] * blue + 4 * HALF) >> 18) + 128;
    }
  }
}
