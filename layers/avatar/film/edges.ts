import type { Picture } from '../render/index.ts';

/**
 * Smooths the steps along edges (after FXAA, Lottes 2009: find the edge's direction from the luma about a pixel and blur along
 * it). It works on luma alone, which is where steps are seen; chroma has half the resolution anyway.
 */

/** Contrast below which there is no edge: at least this much, and this share of the brightest neighbour (Lottes' defaults). */
const LEAST_CONTRAST = 16;
const CONTRAST_SHARE = 6;
/** Pixels along the edge that are looked at. */
const SPAN = 6;

/** The luma of a rectangle, and which columns of its rows are not background. */
export interface Luma {
  /** Row by row, four pixels to a word. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** Bytes from one row to the next. */
  readonly pitch: number;
  /** First and end column of each row; what is outside is even. */
  readonly spans: Int32Array;
}

/** Room for the luma of a rectangle that is at most so large. */
export function createLuma(width: number, height: number): Luma {
  const pitch = (width + 3) & ~3;
  const buffer = new ArrayBuffer(pitch * height);
  const [bytes, words] = [new Uint8Array(buffer), new Int32Array(buffer)];
  return { bytes, words, pitch, spans: new Int32Array(height * 2) };
}

/**
 * @param to the frame's luma, of which the rectangle is overwritten
 * @param stride width of the frame
 */
export function smoothEdges(luma: Luma, { x, y, width, height }: Picture, to: Uint8Array, stride: number): void {
  const { bytes, words, pitch, spans } = luma;
  const [perRow, used] = [pitch >> 2, (width + 3) >> 2];
  // Whether words of the row above differ from those below them, for this row and for the next one.
  let [above, below] = [new Uint8Array(used), new Uint8Array(used)];
  for (let row = 0; row < height; row++) {
    const start = row * pitch;
    const target = (y + row) * stride + x;
    to.set(bytes.subarray(start, start + width), target);
    if (row === height - 1) break;
    const [first, end] = reachOf(spans, row, width);
    const last = (end + 3) >> 2;
    let beside = 0;
    for (let k = first >> 2, at = row * perRow + k; k < last; k++, at++) {
      const word = words[at]!;
      const halves = (word >>> 1) & HALVES;
      const under = differs(halves, (words[at + perRow]! >>> 1) & HALVES);
      const right = k + 1 < used ? words[at + 1]! : word >> 24;
      const across = differs(halves, (((word >>> 8) | (right << 24)) >>> 1) & HALVES);
      below[k] = under;
      const near = beside | across | under | above[k]!;
      beside = across;
      if (near === 0 || row === 0) continue;
      const to4 = Math.min(k * 4 + 4, end);
      for (let column = Math.max(k * 4, first); column < to4; column++) {
        const smooth = smoothPixel(bytes, pitch, start + column, row, column, width, height);
        if (smooth >= 0) to[target + column] = smooth;
      }
    }
    [above, below] = [below, above];
    below.fill(0);
  }
}

/** Columns of a row that an edge may touch: of the row, those above and below, and a pixel beside; without the rectangle's rim. */
function reachOf(spans: Int32Array, row: number, width: number): [first: number, end: number] {
  let [first, end] = [width, 0];
  for (let near = Math.max(0, row - 1); near <= row + 1; near++) {
    if (spans[near * 2]! === spans[near * 2 + 1]!) continue;
    first = Math.min(first, spans[near * 2]! - 1);
    end = Math.max(end, spans[near * 2 + 1]! + 1);
  }
  return [Math.max(1, first), Math.min(width - 1, end)];
}

/** Four pixels at half their brightness, side by side in a word: each has a bit to spare. */
const HALVES = 0x7f7f7f7f;
const SPARE = 0x80808080 | 0;
/** Differences up to this, at half brightness, are none: two neighbours then make no contrast of `LEAST_CONTRAST`. */
const NEARLY = 0x03030303;

/** Whether any of four pixels differs from its neighbour: 0 or 1. */
function differs(a: number, b: number): 0 | 1 {
  const up = ((a | SPARE) - b + NEARLY) | 0;
  const down = ((b | SPARE) - a + NEARLY) | 0;
  return (up & down & SPARE) === SPARE ? 0 : 1;
}

/** Moves a pixel towards its neighbour across the edge, the nearer the edge's end the more; -1 where there is no edge. */
function smoothPixel(
  from: Uint8Array,
  pitch: number,
  at: number,
  row: number,
  column: number,
  width: number,
  height: number,
): number {
  const m = from[at]!;
  const n = from[at - pitch]!;
  const s = from[at + pitch]!;
  const w = from[at - 1]!;
  const e = from[at + 1]!;
  const high = Math.max(m, n, s, w, e);
  const contrast = high - Math.min(m, n, s, w, e);
  if (contrast < LEAST_CONTRAST || contrast * CONTRAST_SHARE < high) return -1;
  const nw = from[at - pitch - 1]!;
  const ne = from[at - pitch + 1]!;
  const sw = from[at + pitch - 1]!;
  const se = from[at + pitch + 1]!;
  const level = Math.abs(nw - 2 * n + ne) + 2 * Math.abs(w - 2 * m + e) + Math.abs(sw - 2 * s + se);
  const upright = Math.abs(nw - 2 * w + sw) + 2 * Math.abs(n - 2 * m + s) + Math.abs(ne - 2 * e + se);
  const horizontal = upright >= level;
  const one = horizontal ? n : w;
  const two = horizontal ? s : e;
  const across = horizontal ? pitch : 1;
  const along = horizontal ? 1 : pitch;
  const first = Math.abs(one - m) >= Math.abs(two - m);
  const side = first ? -across : across;
  // Twice the edge's brightness, and four times the gradient across it: whole numbers.
  const edge = m + (first ? one : two);
  const gradient = Math.max(Math.abs(one - m), Math.abs(two - m));
  const position = horizontal ? column : row;
  const most = horizontal ? width : height;
  const ahead = reach(from, at, side, along, Math.min(SPAN, most - 1 - position), edge, gradient);
  const behind = reach(from, at, side, -along, Math.min(SPAN, position), edge, gradient);
  const stepsAhead = ahead >> 1;
  const stepsBehind = behind >> 1;
  const isAhead = stepsAhead < stepsBehind;
  const above = ((isAhead ? ahead : behind) & 1) === 1;
  const darker = 2 * m < edge;
  const span = stepsAhead + stepsBehind;
  const shift = above === darker && span > 0 ? 0.5 - (isAhead ? stepsAhead : stepsBehind) / span : 0;
  // Single pixels that stand out are softened too.
  const mean = (2 * (n + s + w + e) + nw + ne + sw + se) / 12;
  const lone = Math.min(1, Math.abs(mean - m) / contrast);
  const soft = lone * lone * (3 - 2 * lone);
  const blend = Math.max(shift, soft * soft * 0.6);
  return (m + (from[at + side]! - m) * blend + 0.5) | 0;
}

/** Follows an edge until it ends: twice the steps to there, and one more where it ends brighter. One number costs no memory. */
function reach(
  from: Uint8Array,
  at: number,
  side: number,
  along: number,
  most: number,
  edge: number,
  gradient: number,
): number {
  let place = at;
  for (let steps = 1; steps <= most; steps++) {
    place += along;
    const difference = from[place]! + from[place + side]! - edge;
    if (2 * Math.abs(difference) >= gradient) return steps * 2 + (difference > 0 ? 1 : 0);
  }
  return (most + 1) * 2;
}
