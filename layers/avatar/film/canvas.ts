import type { Colour, Picture } from '../render/index.ts';
import { smoothEdges } from './edges.ts';

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
  const ground = { y: planes.y[0]!, word: ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0 };
  let raw = new Uint8Array(0);
  let spans = new Int32Array(0);
  return {
    bytes,
    paint(picture) {
      const size = picture.width * picture.height;
      if (raw.length < size) raw = new Uint8Array(size);
      if (spans.length < picture.height * 2) spans = new Int32Array(picture.height * 2);
      bytes.set(still);
      convertLuma(picture, ground, raw, spans);
      smoothEdges(raw, picture, spans, planes.y, width);
      convertChroma(picture, spans, planes.u, planes.v, width >> 1);
    },
  };
}

/**
 * Converts to luma, and finds the span of each row outside of which there is only background: its first and its end column, both
 * even, the same for each pair of rows.
 */
function convertLuma(
  { pixels, width, height }: Picture,
  ground: { y: number; word: number },
  raw: Uint8Array,
  spans: Int32Array,
): void {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  for (let row = 0; row < height; row += 2) {
    const [upper, lower] = [row * width, (row + 1) * width];
    let first = 0;
    while (first < width && words[upper + first] === ground.word && words[lower + first] === ground.word) first++;
    let end = width;
    while (end > first && words[upper + end - 1] === ground.word && words[lower + end - 1] === ground.word) end--;
    first &= ~1;
    end = Math.min(width, (end + 1) & ~1);
    for (const [line, at] of [upper, lower].entries()) {
      spans[(row + line) * 2] = first;
      spans[(row + line) * 2 + 1] = end;
      raw.fill(ground.y, at, at + first);
      raw.fill(ground.y, at + end, at + width);
      for (let k = at + first; k < at + end; k++) {
        const word = words[k]!;
        raw[k] = ((Y[0] * (word & 255) + Y[1] * ((word >> 8) & 255) + Y[2] * ((word >> 16) & 255) + HALF) >> 16) + 16;
      }
    }
  }
}

/** Chroma is the mean of four pixels. */
function convertChroma(
  { pixels, x, y, width, height }: Picture,
  spans: Int32Array,
  u: Uint8Array,
  v: Uint8Array,
  stride: number,
): void {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
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
