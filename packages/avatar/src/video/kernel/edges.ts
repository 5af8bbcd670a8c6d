/**
 * Smooths the steps along edges (after FXAA, Lottes 2009: find the edge's direction from the luma about a pixel and blur along
 * it). It works on luma alone, which is where steps are seen; chroma has half the resolution anyway.
 */

/** Minimum contrast of an edge; it must also exceed a sixth of the brightest neighbor (Lottes' defaults). */
const MIN_CONTRAST: i8 = 16;
/** Pixels along the edge that are looked at. */
const SPAN: i32 = 6;
/** Softening of single pixels that stand out. */
const LONE: f64 = 0.6;

/**
 * Copies luma of `width` by `height` pixels, rows of `pitch` bytes, to where it belongs in a frame's luma, rows of `stride` bytes,
 * with its edges smoothed. The outermost pixels stay as they are. Reads up to sixteen bytes behind a row.
 */
export function smoothEdges(luma: usize, pitch: i32, width: i32, height: i32, to: usize, stride: i32): void {
  for (let row = 0; row < height; row++) {
    memory.copy(to, luma, width);
    if (row > 0 && row < height - 1) {
      for (let column = 0; column < width; column += 16) {
        let edges = findEdges(luma + column, pitch) & innerPixels(column, width);
        for (; edges !== 0; edges &= edges - 1) {
          const x = column + ctz(edges);
          store<u8>(to + x, smoothPixel(luma + x, pitch, row, x, width, height));
        }
      }
    }
    luma += pitch;
    to += stride;
  }
}

/** Sixteen pixels of luma, a bit for each that is at an edge. */
function findEdges(at: usize, pitch: i32): i32 {
  const m = v128.load(at);
  const w = v128.load(at - 1);
  const e = v128.load(at + 1);
  const n = v128.load(at - pitch);
  const s = v128.load(at + pitch);
  const high = i8x16.max_u(m, i8x16.max_u(i8x16.max_u(n, s), i8x16.max_u(w, e)));
  const low = i8x16.min_u(m, i8x16.min_u(i8x16.min_u(n, s), i8x16.min_u(w, e)));
  const contrast = i8x16.sub(high, low);
  // Six times the contrast, or as much as a byte holds.
  const twice = i8x16.add_sat_u(contrast, contrast);
  const sixfold = i8x16.add_sat_u(twice, i8x16.add_sat_u(twice, twice));
  return i8x16.bitmask(v128.and(i8x16.ge_u(sixfold, high), i8x16.ge_u(contrast, i8x16.splat(MIN_CONTRAST))));
}

/** Sixteen pixels of a row from a column on, a bit for each that is neither the row's first nor its last nor behind it. */
function innerPixels(column: i32, width: i32): i32 {
  const left = min(16, width - 1 - column);
  return ((1 << left) - 1) & (column === 0 ? ~1 : -1);
}

/** The luma of a pixel at an edge, moved toward its neighbor across the edge, the nearer the edge's end the more. */
function smoothPixel(at: usize, pitch: i32, row: i32, column: i32, width: i32, height: i32): i32 {
  const m = lumaAt(at);
  const n = lumaAt(at - pitch);
  const s = lumaAt(at + pitch);
  const w = lumaAt(at - 1);
  const e = lumaAt(at + 1);
  const nw = lumaAt(at - pitch - 1);
  const ne = lumaAt(at - pitch + 1);
  const sw = lumaAt(at + pitch - 1);
  const se = lumaAt(at + pitch + 1);

  const bendAcross = bend(nw, n, ne) + 2 * bend(w, m, e) + bend(sw, s, se);
  const bendDown = bend(nw, w, sw) + 2 * bend(n, m, s) + bend(ne, e, se);
  const horizontal = bendDown >= bendAcross;
  const before = select(n, w, horizontal);
  const behind = select(s, e, horizontal);
  const across = select(pitch, 1, horizontal);
  const along = select(1, pitch, horizontal);
  const position = select(column, row, horizontal);
  const size = select(width, height, horizontal);

  const gradientBefore = abs(before - m);
  const gradientBehind = abs(behind - m);
  const gradient = max(gradientBefore, gradientBehind);
  const first = gradientBefore >= gradientBehind;
  const side = select(-across, across, first);
  // Twice the edge's brightness, and four times the gradient across it: whole numbers.
  const edge = m + select(before, behind, first);
  const ahead = followEdge(at, side, along, min(SPAN, size - 1 - position), edge, gradient);
  const back = followEdge(at, side, -along, min(SPAN, position), edge, gradient);
  const nearest = select(ahead, back, ahead >> 1 < back >> 1);
  // The pixel moves where the edge ends on the other side of its brightness than it lies itself.
  let shift: f64 = 0;
  if ((nearest & 1) === i32(2 * m < edge)) shift = 0.5 - f64(nearest >> 1) / f64((ahead >> 1) + (back >> 1));

  // Single pixels that stand out are softened too.
  const high = max(m, max(max(n, s), max(w, e)));
  const low = min(m, min(min(n, s), min(w, e)));
  const mean = f64(2 * (n + s + w + e) + nw + ne + sw + se) / 12;
  const lone = min<f64>(1, abs(mean - f64(m)) / f64(high - low));
  const soft = lone * lone * (3 - 2 * lone);
  const blur = max<f64>(shift, soft * soft * LONE);
  return i32(f64(m) + f64(lumaAt(at + side) - m) * blur + 0.5);
}

function lumaAt(at: usize): i32 {
  return load<u8>(at);
}

/** Difference between the middle pixel and its two neighbors. */
function bend(a: i32, b: i32, c: i32): i32 {
  return abs(a - 2 * b + c);
}

/**
 * Follows an edge from a pixel at `from` until it ends or the maximum number of steps: returns twice the number of steps, plus one if it
 * ends brighter. It runs between the rows at `from` and at `side` from there, `along` is a step, `edge` twice its brightness.
 */
function followEdge(from: usize, side: i32, along: i32, most: i32, edge: i32, gradient: i32): i32 {
  for (let steps = 1; steps <= most; steps++) {
    from += along;
    const difference = lumaAt(from) + lumaAt(from + side) - edge;
    if (2 * abs(difference) >= gradient) return 2 * steps + i32(difference > 0);
  }
  return 2 * (most + 1);
}
