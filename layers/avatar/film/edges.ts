/**
 * Smooths the steps along edges (after FXAA, Lottes 2009: find the edge's direction from the luma about a pixel and blur along
 * it). It works on luma alone, which is where steps are seen; chroma has half the resolution anyway.
 */

/** Contrast below which there is no edge: at least this much, and this share of the brightest neighbour. */
const LEAST_CONTRAST = 10;
const CONTRAST_SHARE = 8;
/** Pixels along the edge that are looked at. */
const SPAN = 6;

/**
 * @param from luma of a rectangle, row by row
 * @param spans first and end column of each row; what is outside is even
 * @param to the frame's luma, of which the spans are overwritten, and a pixel beside them
 * @param stride width of the frame
 */
export function smoothEdges(
  from: Uint8Array,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  spans: Int32Array,
  to: Uint8Array,
  stride: number,
): void {
  for (let row = 0; row < height; row++) {
    const start = row * width;
    const target = (y + row) * stride + x;
    to.set(from.subarray(start, start + width), target);
    if (row === 0 || row === height - 1) continue;
    // Neighbours above and below reach into this row, too.
    const [first, end] = reachOf(spans, row, width);
    for (let column = first; column < end; column++) {
      const at = start + column;
      const m = from[at]!;
      const n = from[at - width]!;
      const s = from[at + width]!;
      const w = from[at - 1]!;
      const e = from[at + 1]!;
      let high = Math.max(n, s);
      let low = Math.min(n, s);
      if (w > high) high = w;
      else if (w < low) low = w;
      if (e > high) high = e;
      else if (e < low) low = e;
      if (m > high) high = m;
      else if (m < low) low = m;
      const contrast = high - low;
      if (contrast < LEAST_CONTRAST || contrast * CONTRAST_SHARE < high) continue;
      to[target + column] = smoothPixel(from, at, row, column, width, height, contrast);
    }
  }
}

/** Columns of a row that an edge may touch: of the row, those above and below, and a pixel beside; without the rectangle's rim. */
function reachOf(spans: Int32Array, row: number, width: number): [first: number, end: number] {
  let [first, end] = [width, 0];
  for (let near = row - 1; near <= row + 1; near++) {
    if (spans[near * 2]! === spans[near * 2 + 1]!) continue;
    first = Math.min(first, spans[near * 2]! - 1);
    end = Math.max(end, spans[near * 2 + 1]! + 1);
  }
  return [Math.max(1, first), Math.min(width - 1, end)];
}

/** Moves a pixel towards its neighbour across the edge, the nearer the edge's end the more. */
function smoothPixel(
  from: Uint8Array,
  at: number,
  row: number,
  column: number,
  width: number,
  height: number,
  contrast: number,
): number {
  const m = from[at]!;
  const n = from[at - width]!;
  const s = from[at + width]!;
  const w = from[at - 1]!;
  const e = from[at + 1]!;
  const nw = from[at - width - 1]!;
  const ne = from[at - width + 1]!;
  const sw = from[at + width - 1]!;
  const se = from[at + width + 1]!;
  const level = Math.abs(nw - 2 * n + ne) + 2 * Math.abs(w - 2 * m + e) + Math.abs(sw - 2 * s + se);
  const upright = Math.abs(nw - 2 * w + sw) + 2 * Math.abs(n - 2 * m + s) + Math.abs(ne - 2 * e + se);
  const horizontal = upright >= level;
  const one = horizontal ? n : w;
  const two = horizontal ? s : e;
  const across = horizontal ? width : 1;
  const along = horizontal ? 1 : width;
  const first = Math.abs(one - m) >= Math.abs(two - m);
  const side = first ? -across : across;
  const edge = (m + (first ? one : two)) / 2;
  const gradient = Math.max(Math.abs(one - m), Math.abs(two - m)) / 4;
  const position = horizontal ? column : row;
  const most = horizontal ? width : height;
  const ahead = reach(from, at, side, along, Math.min(SPAN, most - 1 - position), edge, gradient);
  const behind = reach(from, at, side, -along, Math.min(SPAN, position), edge, gradient);
  const stepsAhead = ahead >> 1;
  const stepsBehind = behind >> 1;
  const isAhead = stepsAhead < stepsBehind;
  const above = ((isAhead ? ahead : behind) & 1) === 1;
  const darker = m < edge;
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
    const difference = (from[place]! + from[place + side]!) / 2 - edge;
    if (Math.abs(difference) >= gradient) return steps * 2 + (difference > 0 ? 1 : 0);
  }
  return (most + 1) * 2;
}
