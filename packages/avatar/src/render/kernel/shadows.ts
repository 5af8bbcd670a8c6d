/**
 * Depth maps: square grids of 32-bit depths in meters, which grow toward the map's light or camera. Points are three 64-bit numbers: column
 * and row in cells, and depth in meters.
 */

/** Bytes of a point, and of a position: three numbers of 32 bits. */
const POINT: usize = 24;
const POSITION: usize = 12;
/** Triangles extend beyond their edges by this share of their size, so no light leaks between two. */
const OVERLAP: f64 = 0.01;

/** Start of the caller's memory for maps and points. */
export function base(): usize {
  return (__heap_base + 15) & ~15;
}

/** Writes where `count` positions lie along an axis (0, 1 or 2) of the map. */
export function projectPoints(positions: usize, count: i32, points: usize, axis: i32, x: f64, y: f64, z: f64): void {
  points += usize(axis) << 3;
  for (let k = 0; k < count; k++) {
    const px = f64(load<f32>(positions));
    const py = f64(load<f32>(positions, 4));
    const pz = f64(load<f32>(positions, 8));
    store<f64>(points, px * x + py * y + pz * z);
    positions += POSITION;
    points += POINT;
  }
}

/** The minimum of `count` points along an axis with `sign` 1, or the negated maximum with -1. */
export function leastOf(points: usize, count: i32, axis: i32, sign: f64): f64 {
  let least = f64.POSITIVE_INFINITY;
  points += usize(axis) << 3;
  for (let k = 0; k < count; k++) {
    least = min(least, sign * load<f64>(points));
    points += POINT;
  }
  return least;
}

/** Shifts and scales columns and rows of points, which are `margin` at least. */
export function placePoints(points: usize, count: i32, left: f64, top: f64, scale: f64, margin: f64): void {
  for (let k = 0; k < count; k++) {
    store<f64>(points, (load<f64>(points) - left) * scale + margin);
    store<f64>(points, (load<f64>(points, 8) - top) * scale + margin, 8);
    points += POINT;
  }
}

/** Makes a map of `cells` by `cells` empty. */
export function clearMap(map: usize, cells: i32): void {
  for (let k = 0; k < cells * cells; k++) store<f32>(map + (usize(k) << 2), f32.NEGATIVE_INFINITY);
}

/** Draws triangles, three point numbers of 32 bits each, into a map, which keeps the greatest depths. Triangles are clipped to the map. */
export function castTriangles(map: usize, cells: i32, points: usize, indices: usize, triangles: i32): void {
  const edge = f64(cells - 1);
  for (let k = 0; k < triangles; k++) {
    const a = points + usize(load<u32>(indices)) * POINT;
    const b = points + usize(load<u32>(indices, 4)) * POINT;
    const c = points + usize(load<u32>(indices, 8)) * POINT;
    indices += 12;
    const ax = load<f64>(a);
    const ay = load<f64>(a, 8);
    const az = load<f64>(a, 16);
    const abx = load<f64>(b) - ax;
    const aby = load<f64>(b, 8) - ay;
    const abz = load<f64>(b, 16) - az;
    const acx = load<f64>(c) - ax;
    const acy = load<f64>(c, 8) - ay;
    const acz = load<f64>(c, 16) - az;
    const area = abx * acy - acx * aby;
    if (abs(area) < 1e-9) continue;
    const inverse = 1 / area;
    const lowX = min(0, min(abx, acx));
    const highX = max(0, max(abx, acx));
    const lowY = min(0, min(aby, acy));
    const highY = max(0, max(aby, acy));
    const aside = 2 * OVERLAP * (highX - lowX);
    const above = 2 * OVERLAP * (highY - lowY);
    const left = i32(clamp(ceil(ax + lowX - aside), edge));
    const right = i32(clamp(floor(ax + highX + aside), edge));
    const bottom = i32(clamp(floor(ay + highY + above), edge));
    // Increments per cell of a row: the weights of b and c, and the depth.
    const growV = acy * inverse;
    const growW = -aby * inverse;
    const v4 = f32x4.mul(STEPS, f32x4.splat(f32(growV)));
    const w4 = f32x4.mul(STEPS, f32x4.splat(f32(growW)));
    const depth4 = f32x4.mul(STEPS, f32x4.splat(f32(growV * abz + growW * acz)));
    for (let y = i32(clamp(ceil(ay + lowY - above), edge)); y <= bottom; y++) {
      const dy = f64(y) - ay;
      for (let x = left; x <= right; x += 4) {
        const dx = f64(x) - ax;
        const v = dx * growV - acx * dy * inverse;
        const w = dx * growW + abx * dy * inverse;
        const vs = f32x4.add(f32x4.splat(f32(v + OVERLAP)), v4);
        const ws = f32x4.add(f32x4.splat(f32(w + OVERLAP)), w4);
        const us = f32x4.sub(f32x4.splat(f32(1 + 3 * OVERLAP)), f32x4.add(vs, ws));
        const inside = v128.and(
          f32x4.ge(f32x4.pmin(f32x4.pmin(vs, ws), us), f32x4.splat(0)),
          f32x4.le(f32x4.add(f32x4.splat(f32(x)), STEPS), f32x4.splat(f32(right))),
        );
        if (!v128.any_true(inside)) continue;
        const cell = map + (usize(y * cells + x) << 2);
        const depths = f32x4.add(f32x4.splat(f32(az + v * abz + w * acz)), depth4);
        const before = v128.load(cell);
        v128.store(cell, f32x4.pmax(before, v128.bitselect(depths, before, inside)));
      }
    }
  }
}

/** Cells that are drawn at once. */
const STEPS = f32x4(0, 1, 2, 3);

function clamp(value: f64, most: f64): f64 {
  return max(0, min(most, value));
}

/** Byte offsets of the sampled cells around a point, 32 bits each; above the maximum number of samples. */
const AROUND: usize = memory.data(4 * 256);

/**
 * Writes, as a 64-bit number per point, the uncovered share of the cells around it, sampled `step` cells apart in a circle with a radius of
 * `blur` cells; `least` is the minimum. The share is 0 where the circle extends beyond the map.
 *
 * @param bias triangles nearer by less than this do not cover, meters
 */
export function measureOpenShares(
  map: usize,
  cells: i32,
  points: usize,
  count: i32,
  bias: f64,
  blur: i32,
  step: i32,
  least: f64,
  shares: usize,
): void {
  let looked: usize = 0;
  for (let row = -blur; row <= blur; row += step) {
    for (let column = -blur; column <= blur; column += step) {
      if (row * row + column * column > blur * blur) continue;
      store<i32>(AROUND + looked, (row * cells + column) << 2);
      looked += 4;
    }
  }
  const all = f64(looked >> 2);
  for (let k = 0; k < count; k++) {
    const x = floor(load<f64>(points) + 0.5);
    const y = floor(load<f64>(points, 8) + 0.5);
    const depth = load<f64>(points, 16) + bias;
    store<f64>(shares, 0);
    if (min(x, y) >= f64(blur) && max(x, y) < f64(cells - blur)) {
      const at = map + (usize(i32(y) * cells + i32(x)) << 2);
      let lit = 0;
      for (let other: usize = 0; other < looked; other += 4) lit += i32(f64(load<f32>(at + load<i32>(AROUND + other))) < depth);
      store<f64>(shares, least + ((1 - least) * f64(lit)) / all);
    }
    points += POINT;
    shares += 8;
  }
}
