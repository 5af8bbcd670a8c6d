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
 * @param to the frame's luma, of which the rectangle is overwritten
 * @param stride width of the frame
 */
export function smoothEdges(
  from: Uint8Array,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  to: Uint8Array,
  stride: number,
): void {
  for (let row = 0; row < height; row++) {
    const start = row * width;
    const target = (y + row) * stride + x;
    if (row === 0 || row === height - 1) {
      for (let column = 0; column < width; column++) to[target + column] = from[start + column]!;
      continue;
    }
    to[target] = from[start]!;
    to[target + width - 1] = from[start + width - 1]!;
    for (let column = 1; column < width - 1; column++) {
      const at = start + column;
      const m = from[at]!;
      const n = from[at - width]!;
      const s = from[at + width]!;
      const w = from[at - 1]!;
      const e = from[at + 1]!;
      let high = Math.max(n, s);
      let low = Math.min(n, s);
      const sideHigh = Math.max(w, e);
      const sideLow = Math.min(w, e);
      if (sideHigh > high) high = sideHigh;
      if (sideLow < low) low = sideLow;
      if (m > high) high = m;
      if (m < low) low = m;
      const contrast = high - low;
      to[target + column] =
        contrast < LEAST_CONTRAST || contrast * CONTRAST_SHARE < high
          ? m
          : smoothPixel(from, at, row, column, width, height, contrast);
    }
  }
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
