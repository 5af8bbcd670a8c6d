/**
 * Ray casting through a bounding volume hierarchy whose nodes have four children each: one ray is tested against four boxes at a time.
 * Boxes are tested in 32 bits, a little enlarged; triangles exactly, in 64 bits.
 */

/** Bytes of a triangle: nine coordinates of its corners, and its opacity, of 32 bits each. */
const TRIANGLE: usize = 40;
/** Bytes per triangle while nodes are built: minimum corner, maximum corner, and middle, four 32-bit numbers each. */
const BOUNDS: usize = 48;
const MIDDLE: usize = 32;
/** Bytes of a node: six planes of four boxes, four children, and the relative order of the two pairs. */
const NODE: usize = 128;
const CHILDREN: usize = 96;
const AXIS: usize = 112;
/** Margin of boxes, meters: more than the rounding of a body's coordinates. */
const ENLARGED: f32 = 2e-6;
/** Less light than this counts as none. */
const MIN_LIGHT: f64 = 0.02;
/** A child that is a triangle is -1 - its number, and one that is nothing this. */
const NOTHING: i32 = i32.MIN_VALUE;
/** Nodes that wait to be visited, four bytes each. */
const STACK: usize = memory.data(4 * 1024);

let corners: usize = 0;
let bounds: usize = 0;
let order: usize = 0;
let nodes: usize = 0;
let used: i32 = 0;

/** Start of the caller's memory for triangles. */
export function base(): usize {
  return (__heap_base + 15) & ~15;
}

/** Bytes from there that `count` triangles and their hierarchy take. */
export function sizeOf(count: i32): usize {
  return usize(count) * (TRIANGLE + BOUNDS + 4 + NODE) + NODE + 64;
}

/** Makes the hierarchy of the triangles at `base`. */
export function build(count: i32): void {
  corners = base();
  bounds = (corners + usize(count) * TRIANGLE + 15) & ~15;
  order = bounds + usize(count) * BOUNDS;
  nodes = (order + usize(count) * 4 + 15) & ~15;
  used = 1;
  for (let t = 0; t < count; t++) {
    const at = corners + usize(t) * TRIANGLE;
    // The fourth numbers have no meaning.
    const a = v128.load(at);
    const b = v128.load(at, 12);
    const c = v128.load(at, 24);
    const to = bounds + usize(t) * BOUNDS;
    v128.store(to, f32x4.sub(f32x4.min(f32x4.min(a, b), c), f32x4.splat(ENLARGED)));
    v128.store(to, f32x4.add(f32x4.max(f32x4.max(a, b), c), f32x4.splat(ENLARGED)), 16);
    v128.store(to, f32x4.add(f32x4.add(a, b), c), MIDDLE);
    store<i32>(order + usize(t) * 4, t);
  }
  split(0, 0, count);
}

/** Makes a node of the entries of the order from `from` up to `to`. */
function split(node: i32, from: i32, to: i32): void {
  const at = nodes + usize(node) * NODE;
  const middle = halve(from, to);
  store<i32>(at, axis, AXIS);
  const first = halve(from, middle);
  const last = halve(middle, to);
  child(at, from, first);
  child(at + 4, first, middle);
  child(at + 8, middle, last);
  child(at + 12, last, to);
}

/** Writes a child's box into its column of a node, and builds its subtree. */
function child(at: usize, from: i32, to: i32): void {
  let least = f32x4.splat(f32.MAX_VALUE);
  let greatest = f32x4.splat(-f32.MAX_VALUE);
  for (let i = from; i < to; i++) {
    const one = bounds + usize(entry(i)) * BOUNDS;
    least = f32x4.min(least, v128.load(one));
    greatest = f32x4.max(greatest, v128.load(one, 16));
  }
  store<f32>(at, f32x4.extract_lane(least, 0));
  store<f32>(at, f32x4.extract_lane(least, 1), 16);
  store<f32>(at, f32x4.extract_lane(least, 2), 32);
  store<f32>(at, f32x4.extract_lane(greatest, 0), 48);
  store<f32>(at, f32x4.extract_lane(greatest, 1), 64);
  store<f32>(at, f32x4.extract_lane(greatest, 2), 80);
  if (to - from > 1) {
    const next = used++;
    store<i32>(at, next, CHILDREN);
    split(next, from, to);
  } else store<i32>(at, to > from ? -1 - entry(from) : NOTHING, CHILDREN);
}

/** The triangle of an entry of the order. */
function entry(i: i32): i32 {
  return load<i32>(order + usize(i) * 4);
}

/** Byte offset of the axis of the last split. */
let axis: i32 = 0;

/**
 * Orders entries so that middles in the lower half of their common space come first: rays meet fewer boxes than with equal numbers of
 * triangles in both halves.
 *
 * @returns the first entry of the upper half
 */
function halve(from: i32, to: i32): i32 {
  if (to - from < 2) return to;
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  for (let i = from; i < to; i++) {
    const middle = v128.load(bounds + usize(entry(i)) * BOUNDS, MIDDLE);
    low = f32x4.min(low, middle);
    high = f32x4.max(high, middle);
  }
  const size = f32x4.sub(high, low);
  const x = f32x4.extract_lane(size, 0);
  const y = f32x4.extract_lane(size, 1);
  const z = f32x4.extract_lane(size, 2);
  axis = x >= y && x >= z ? 0 : y >= z ? 4 : 8;
  const sum = f32x4.add(low, high);
  const border: f32 =
    0.5 * (axis === 0 ? f32x4.extract_lane(sum, 0) : axis === 4 ? f32x4.extract_lane(sum, 1) : f32x4.extract_lane(sum, 2));
  let middle = from;
  for (let i = from; i < to; i++) {
    const one = entry(i);
    if (load<f32>(bounds + usize(one) * BOUNDS + usize(axis), MIDDLE) >= border) continue;
    store<i32>(order + usize(i) * 4, entry(middle));
    store<i32>(order + usize(middle) * 4, one);
    middle++;
  }
  // Where all middles are one, any halves do.
  return middle === from ? (from + to) >> 1 : middle;
}

/** The share of the light that passes along a ray within `reach`, 0..1. The direction must have length 1. */
export function transmittance(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, reach: f64): f64 {
  const x = f32x4.splat(f32(ox));
  const y = f32x4.splat(f32(oy));
  const z = f32x4.splat(f32(oz));
  const ix = f32x4.splat(f32(1 / dx));
  const iy = f32x4.splat(f32(1 / dy));
  const iz = f32x4.splat(f32(1 / dz));
  // Planes at which the ray enters boxes and leaves them. A direction may be -0.
  const nearX: usize = 1 / dx < 0 ? 48 : 0;
  const nearY: usize = 1 / dy < 0 ? 64 : 16;
  const nearZ: usize = 1 / dz < 0 ? 80 : 32;
  const farX: usize = 48 - nearX;
  const farY: usize = 80 - nearY;
  const farZ: usize = 112 - nearZ;
  const end = f32x4.splat(f32(reach));
  // Bit of each axis along which the ray goes toward lesser places.
  const backward = i32(dx < 0) | (i32(dy < 0) << 4) | (i32(dz < 0) << 8);
  let light: f64 = 1;
  let top = STACK;
  store<i32>(top, 0);
  top += 4;
  while (top > STACK) {
    top -= 4;
    const next = load<i32>(top);
    // A direction of NaN meets every box, those without children too.
    if (next === NOTHING) continue;
    if (next < 0) {
      const triangle = corners + usize(-1 - next) * TRIANGLE;
      if (!hits(triangle, ox, oy, oz, dx, dy, dz, reach)) continue;
      light *= 1 - f64(load<f32>(triangle, 36));
      if (light < MIN_LIGHT) return 0;
      continue;
    }
    const node = nodes + usize(next) * NODE;
    const near = f32x4.max(
      f32x4.max(f32x4.mul(f32x4.sub(v128.load(node + nearX), x), ix), f32x4.mul(f32x4.sub(v128.load(node + nearY), y), iy)),
      f32x4.mul(f32x4.sub(v128.load(node + nearZ), z), iz),
    );
    const far = f32x4.min(
      f32x4.min(f32x4.mul(f32x4.sub(v128.load(node + farX), x), ix), f32x4.mul(f32x4.sub(v128.load(node + farY), y), iy)),
      f32x4.mul(f32x4.sub(v128.load(node + farZ), z), iz),
    );
    // NaN, of a ray within a plane, counts as a hit.
    const missed = v128.or(v128.or(f32x4.gt(near, far), f32x4.lt(far, f32x4.splat(0))), f32x4.gt(near, end));
    let hit = i32x4.bitmask(missed) ^ 15;
    // Nearer children come first: whatever they hide is skipped.
    if ((backward >> load<i32>(node, AXIS)) & 1) {
      while (hit) {
        const k = ctz(hit);
        hit &= hit - 1;
        store<i32>(top, load<i32>(node + usize(k << 2), CHILDREN));
        top += 4;
      }
    } else {
      while (hit) {
        const k = 31 - clz(hit);
        hit ^= 1 << k;
        store<i32>(top, load<i32>(node + usize(k << 2), CHILDREN));
        top += 4;
      }
    }
  }
  return light;
}

/** Ray-triangle intersection after Möller and Trumbore. */
function hits(at: usize, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, reach: f64): bool {
  const ax = f64(load<f32>(at));
  const ay = f64(load<f32>(at, 4));
  const az = f64(load<f32>(at, 8));
  const ux = f64(load<f32>(at, 12)) - ax;
  const uy = f64(load<f32>(at, 16)) - ay;
  const uz = f64(load<f32>(at, 20)) - az;
  const vx = f64(load<f32>(at, 24)) - ax;
  const vy = f64(load<f32>(at, 28)) - ay;
  const vz = f64(load<f32>(at, 32)) - az;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const det = ux * px + uy * py + uz * pz;
  if (abs(det) < 1e-14) return false;
  const tx = ox - ax;
  const ty = oy - ay;
  const tz = oz - az;
  const u = (tx * px + ty * py + tz * pz) / det;
  if (u < 0 || u > 1) return false;
  const qx = ty * uz - tz * uy;
  const qy = tz * ux - tx * uz;
  const qz = tx * uy - ty * ux;
  const v = (dx * qx + dy * qy + dz * qz) / det;
  if (v < 0 || u + v > 1) return false;
  const t = (vx * qx + vy * qy + vz * qz) / det;
  return t > 0 && t < reach;
}
