import { act, type Code, i32, lanes, routine, type Variable, v128 } from '../../wasm/index.ts';
import type { Colour } from '../render/index.ts';

/** Weights of red and blue in luma; green has the rest (ITU-R BT.709-6, table 4). */
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
const BLACK = 16;
const GREY = 128;

/** A colour as a frame has it: luma and the two chromas. */
export function encodeColour({ red, green, blue }: Colour): { y: number; u: number; v: number } {
  const weigh = (weights: readonly [number, number, number]): number =>
    (weights[0] * red + weights[1] * green + weights[2] * blue + HALF) >> 16;
  return { y: weigh(Y) + BLACK, u: weigh(U) + GREY, v: weigh(V) + GREY };
}

/** Bytes of red and blue of four pixels: two numbers of 16 bits each. */
const redBlue = (pixels: Code): Code => v128.and(pixels, lanes.of16(255, 255));
/** Green, and alpha, which is given no weight. */
const greenAlpha = (pixels: Code): Code => v128.shiftRight16(pixels, 8);
/** Green twice: its weight in luma is too large for one number of 16 bits with a sign. */
const greenTwice = (pixels: Code): Code =>
  v128.pick(pixels, lanes.of8(0), [1, 16, 1, 16, 5, 16, 5, 16, 9, 16, 9, 16, 13, 16, 13, 16]);

/** Luma of four pixels, as numbers of 32 bits. */
const lumaOf = (pixels: Code): Code => {
  const part = Y[1] >> 1;
  const green = v128.dot16(greenTwice(pixels), lanes.of16(part, Y[1] - part));
  const others = v128.dot16(redBlue(pixels), lanes.of16(Y[0], Y[2]));
  return v128.shiftRight32(v128.add32(v128.add32(green, others), lanes.of32(HALF + (BLACK << 16))), 16);
};

/** One chroma of four pixels of which each is the sum of four: of their red and blue, of their green and alpha. */
const chromaOf = (weights: readonly [number, number, number], rb: Code, ga: Code): Code => {
  const sum = v128.add32(v128.dot16(rb, lanes.of16(weights[0], weights[2])), v128.dot16(ga, lanes.of16(weights[1], 0)));
  return v128.shiftRight32(v128.add32(sum, lanes.of32(4 * HALF + (GREY << 18))), 18);
};

/** Every second number of 32 bits of two vectors. */
const EVEN = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const ODD = EVEN.map((byte) => byte + 4);

/**
 * Converts a picture, `width` by `height` pixels of RGBA, to luma: rows of `pitch` bytes, of which those behind the width have no
 * meaning. Reads and writes up to sixteen pixels further than the picture goes.
 */
export const convertLuma = routine(
  'convertLuma',
  ['pixels', 'width', 'height', 'luma', 'pitch'],
  false,
  ({ pixels, width, height, luma, pitch }, variable) => {
    const [row, column, from] = [variable(), variable(), variable()];
    const four = (number: number): Code => lumaOf(v128.load(from.value, number * 16));
    return [
      row.set(0),
      act.during(i32.less(row.value, height.value), [
        column.set(0),
        from.set(i32.add(pixels.value, i32.shiftLeft(i32.multiply(row.value, width.value), 2))),
        act.during(i32.less(column.value, width.value), [
          v128.store(
            i32.add(luma.value, column.value),
            v128.narrow16(v128.narrow32(four(0), four(1)), v128.narrow32(four(2), four(3))),
          ),
          from.set(i32.add(from.value, 64)),
          column.set(i32.add(column.value, 16)),
        ]),
        luma.set(i32.add(luma.value, pitch.value)),
        row.set(i32.add(row.value, 1)),
      ]),
    ];
  },
);

/**
 * Converts a picture to the chromas of a frame, each the mean of four pixels. `u` and `v` are where the picture's first ones belong,
 * `stride` is from one row of chroma to the next, and `scratch` has room for two rows of the picture.
 */
export const convertChroma = routine(
  'convertChroma',
  ['pixels', 'width', 'height', 'u', 'v', 'stride', 'scratch'],
  false,
  ({ pixels, width, height, u, v, stride, scratch }, variable) => {
    const [row, column, from, below, to] = [variable(), variable(), variable(), variable(), variable()];
    const [rb0, rb1, ga0, ga1] = [variable('v128'), variable('v128'), variable('v128'), variable('v128')];
    const [u4, v4] = [variable('v128'), variable('v128')];
    const both = (channels: (pixels: Code) => Code, offset: number): Code =>
      v128.add16(channels(v128.load(from.value, offset)), channels(v128.load(below.value, offset)));
    const pairs = (a: Variable, b: Variable): Code =>
      v128.add16(v128.pick(a.value, b.value, EVEN), v128.pick(a.value, b.value, ODD));
    return [
      row.set(0),
      act.during(i32.less(row.value, height.value), [
        column.set(0),
        to.set(scratch.value),
        from.set(i32.add(pixels.value, i32.shiftLeft(i32.multiply(row.value, width.value), 2))),
        below.set(i32.add(from.value, i32.shiftLeft(width.value, 2))),
        act.during(i32.less(column.value, width.value), [
          rb0.set(both(redBlue, 0)),
          rb1.set(both(redBlue, 16)),
          ga0.set(both(greenAlpha, 0)),
          ga1.set(both(greenAlpha, 16)),
          rb0.set(pairs(rb0, rb1)),
          ga0.set(pairs(ga0, ga1)),
          u4.set(chromaOf(U, rb0.value, ga0.value)),
          v4.set(chromaOf(V, rb0.value, ga0.value)),
          u4.set(v128.narrow32(u4.value, v4.value)),
          u4.set(v128.narrow16(u4.value, u4.value)),
          v128.storeLane32(to.value, u4.value, 0),
          v128.storeLane32(i32.add(to.value, width.value), u4.value, 1),
          to.set(i32.add(to.value, 4)),
          from.set(i32.add(from.value, 32)),
          below.set(i32.add(below.value, 32)),
          column.set(i32.add(column.value, 8)),
        ]),
        act.copy(u.value, scratch.value, i32.shiftRight(width.value, 1)),
        act.copy(v.value, i32.add(scratch.value, width.value), i32.shiftRight(width.value, 1)),
        u.set(i32.add(u.value, stride.value)),
        v.set(i32.add(v.value, stride.value)),
        row.set(i32.add(row.value, 2)),
      ]),
    ];
  },
);
