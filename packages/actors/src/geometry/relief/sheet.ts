import { POINT_FLOATS, type StrandSet } from './strand-set.ts';
import type { Window } from './window.ts';

/** Number of floats per texel: coverage, then depth and tone, each multiplied by coverage. */
export const TEXEL_FLOATS = 3;
/** Minimum distance for a strand to count as behind those already drawn, in meters. Strands are drawn from the inside out. */
const BEHIND = 0.0012;
/** Maximum width of a drawn strand, in texels. */
const WIDEST = 3;

/** Appearance of the strands on one side of the hair: coverage, depth, and tone of each texel, column by column. */
export interface Sheet extends Window {
  data: Float32Array;
}

export const createSheet = (window: Window): Sheet => ({
  ...window,
  data: new Float32Array(TEXEL_FLOATS * window.width * window.height),
});

/**
 * Draws strands. A strand is a ribbon that partly covers the texels it crosses. It is composited over earlier strands, or under them if it
 * is behind them.
 * @param projected 3 values per point, from `project`
 * @param sides mark of each point; only segments that have a point marked `side` are drawn
 */
export function drawStrands(sheet: Sheet, { points, starts }: StrandSet, projected: Float32Array, sides: Uint8Array, side: number): void {
  for (let strand = 0; strand + 1 < starts.length; strand++) {
    const end = starts[strand + 1]! - 1;
    for (let k = starts[strand]!; k < end; k++) if ((sides[k]! | sides[k + 1]!) & side) drawSegment(sheet, points, projected, k);
  }
}

/** Draws a strand between two points, row by row, or column by column if it is closer to horizontal. */
function drawSegment({ left, top, texel, width, height, data }: Sheet, points: Float32Array, projected: Float32Array, point: number): void {
  const scale = 1 / texel;
  const a = 3 * point;
  const p = point * POINT_FLOATS + 6;
  const q = p + POINT_FLOATS;
  const ax = (projected[a]! - left) * scale;
  const ay = (top - projected[a + 1]!) * scale;
  const az = projected[a + 2]!;
  const aw = points[p]! * scale;
  const at = points[p + 1]!;
  const bx = (projected[a + 3]! - left) * scale;
  const by = (top - projected[a + 4]!) * scale;
  const bz = projected[a + 5]!;
  const bw = points[q]! * scale;
  const bt = points[q + 1]!;
  const dx = bx - ax;
  const dy = by - ay;
  const upright = Math.abs(dy) >= Math.abs(dx);
  const long = upright ? Math.abs(dy) : Math.abs(dx);
  if (long < 1e-6) return;
  const slant = Math.sqrt(dx * dx + dy * dy) / long;
  // Runs from `from` to `to` along the main axis; `across` is the position on the other axis.
  const from = upright ? ay : ax;
  const to = upright ? by : bx;
  const forward = to > from;
  const first = Math.max(0, Math.ceil((forward ? from : to) - 0.5));
  const last = Math.min((upright ? height : width) - 1, Math.ceil((forward ? to : from) - 0.5) - 1);
  const acrossFrom = upright ? ax : ay;
  const acrossBy = upright ? dx : dy;
  const most = upright ? width : height;
  const alongStride = TEXEL_FLOATS * (upright ? 1 : height);
  const acrossStride = TEXEL_FLOATS * (upright ? height : 1);
  const perStep = 1 / (to - from);
  for (let step = first; step <= last; step++) {
    const t = (step + 0.5 - from) * perStep;
    const middle = acrossFrom + t * acrossBy;
    const wide = Math.min(WIDEST, (aw + t * (bw - aw)) * slant);
    const low = middle - wide / 2;
    const high = low + wide;
    const z = az + t * (bz - az);
    const tone = at + t * (bt - at);
    const start = Math.max(0, Math.floor(low));
    const stop = Math.min(most - 1, Math.floor(high));
    for (let cell = start; cell <= stop; cell++) {
      const share = Math.min(cell + 1, high) - Math.max(cell, low);
      const i = step * alongStride + cell * acrossStride;
      const covered = data[i]!;
      if ((z + BEHIND) * covered >= data[i + 1]!) {
        const rest = 1 - share;
        data[i] = covered * rest + share;
        data[i + 1] = data[i + 1]! * rest + z * share;
        data[i + 2] = data[i + 2]! * rest + tone * share;
      } else {
        const rest = share * (1 - covered);
        data[i] = covered + rest;
        data[i + 1] = data[i + 1]! + z * rest;
        data[i + 2] = data[i + 2]! + tone * rest;
      }
    }
  }
}
