import { bell, clamp, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { createField, type Field } from './field.ts';

/** An eyeball. */
export interface Eyeball {
  centre: readonly [number, number, number];
  radius: number;
}

/** The opening between an eye's lids: at places across it, how high the lids' edges stand about the eyeball's centre. */
interface Opening {
  /** Rising, metres. */
  places: number[];
  /** Radians above the horizon. */
  lower: number[];
  upper: number[];
}

/** Columns in which an opening is measured: their distance and how far to each side, metres. */
const COLUMN = 0.0005;
const REACH = 0.022;
/** The lids' skin is no farther from the eyeball's centre than this many radii. */
const LIDS = 1.65;
/** How far above and below its edge a lid's skin follows, radians. */
const UPPER_EXTENT = 0.8;
const LOWER_EXTENT = 0.6;
/** How much of the way the lower lid comes to meet the upper one. */
const MEETING = 0.2;
/** What is less open than this is the corner of the eye, radians. */
const OPEN = 0.03;
/** A lid's edge stands off the eyeball by at least so much, metres. */
const CLEARANCE = 0.0012;

/** How much of MakeHuman's lashes is left: they are a doll's. */
const LASHES = { upper: 0.9, lower: 0.5, aside: 0.55 };

/** How the lids of one eye move: shares of the opening by which each edge comes down or up; positive closes. */
export interface LidMotion {
  upper: number;
  lower: number;
  /** Radians by which the lids go along with the eye, positive to the actor's left. */
  drag?: number;
}

export const CLOSED: LidMotion = { upper: 1 - MEETING, lower: MEETING };

/** The lids of one eye of an actor. */
export class Lids {
  readonly #eye: Eyeball;
  readonly #opening: Opening;

  constructor(eye: Eyeball, positions: Float32Array, triangles: Uint32Array) {
    this.#eye = eye;
    this.#opening = measureOpening(eye, positions, triangles);
  }

  /** Highest opening, radians. */
  get height(): number {
    return Math.max(...this.#opening.upper.map((upper, i) => upper - this.#opening.lower[i]!));
  }

  /** How far a place is from the edges of the upper and of the lower lid, metres; infinitely where no lid is. */
  fromEdges(px: number, py: number, pz: number): { upper: number; lower: number } {
    const { centre, radius } = this.#eye;
    const [y, z] = [py - centre[1], pz - centre[2]];
    const distance = Math.hypot(px - centre[0], y, z);
    const { upper, lower } = this.#edges(px);
    if (distance > radius * LIDS || z < 0 || upper - lower < OPEN)
      return { upper: Number.POSITIVE_INFINITY, lower: Number.POSITIVE_INFINITY };
    const [height, away] = [Math.atan2(y, z), Math.hypot(y, z)];
    return { upper: Math.abs(height - upper) * away, lower: Math.abs(height - lower) * away };
  }

  /**
   * Shortens lashes towards the edge of the lid that they stand on.
   *
   * @param positions The lashes' vertices, changed in place; those of other eyes stay.
   * @throws RangeError where the lids are nowhere open: they have no edges then.
   */
  trim(positions: Float32Array): void {
    const { centre, radius } = this.#eye;
    const { places, lower, upper } = this.#opening;
    const open = places.filter((_, i) => upper[i]! - lower[i]! > OPEN);
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined)
      throw new RangeError(`the lids of the eye at x = ${centre[0]} m are nowhere open by more than ${OPEN} rad`);
    for (let at = 0; at < positions.length; at += 3) {
      const [px, y, z] = [positions[at]!, positions[at + 1]! - centre[1], positions[at + 2]! - centre[2]];
      if (px * centre[0] < 0) continue;
      const x = Math.min(last, Math.max(first, px));
      const edges = this.#edges(x);
      const isUpper = Math.atan2(y, z) > (edges.upper + edges.lower) / 2;
      const [edge, left] = isUpper ? [edges.upper, LASHES.upper] : [edges.lower, LASHES.lower];
      const away = Math.sqrt((radius + CLEARANCE) ** 2 - Math.min(radius, Math.abs(x - centre[0])) ** 2);
      const [ey, ez] = [Math.sin(edge) * away, Math.cos(edge) * away];
      positions[at] = x + LASHES.aside * (px - x);
      positions[at + 1] = centre[1] + ey + left * (y - ey);
      positions[at + 2] = centre[2] + ez + left * (z - ez);
    }
  }

  /** The field of the skin about the eye, and of lashes where `rigid`: they turn with the edge that they stand on. */
  move(positions: Float32Array, by: LidMotion, rigid = false): Field {
    const { centre, radius } = this.#eye;
    return createField(positions, (px, py, pz) => {
      const [x, y, z] = [px - centre[0], py - centre[1], pz - centre[2]];
      const distance = Math.hypot(x, y, z);
      if (distance > radius * (rigid ? 2.2 : LIDS) || z < 0) return undefined;
      const height = Math.atan2(y, z);
      const { upper, lower } = this.#edges(px);
      const gap = upper - lower;
      const split = lower + gap * (rigid ? 0.5 : MEETING);
      const isUpper = height > split;
      const beyond = isUpper ? (height - upper) / UPPER_EXTENT : (lower - height) / LOWER_EXTENT;
      const near = rigid ? 1 : (1 - clamp(beyond)) ** 1.15 * (1 - smoothStep(1.3, LIDS, distance / radius));
      const turn = gap * near * (isUpper ? -by.upper : by.lower);
      const side = (by.drag ?? 0) * (rigid ? 1 : bell(beyond, 1.2)) * bell(x, 0.016);
      if (turn === 0 && side === 0) return undefined;
      const edge = rigid ? 0 : bell(beyond, 0.25) * smoothStep(0, 0.1, Math.abs(turn));
      const stretch = 1 + edge * Math.max(0, (radius + CLEARANCE) / distance - 1);
      const [cos, sin] = [Math.cos(turn) * stretch, Math.sin(turn) * stretch];
      const [ny, nz] = [cos * y + sin * z, cos * z - sin * y];
      const [dx, dz] = [Math.cos(side) * x + Math.sin(side) * nz, Math.cos(side) * nz - Math.sin(side) * x];
      return [dx * (1 + (stretch - 1) * 0.5) - x, ny - y, dz - z];
    });
  }

  #edges(x: number): { upper: number; lower: number } {
    const { places, upper, lower } = this.#opening;
    return { upper: interpolate(places, upper, x), lower: interpolate(places, lower, x) };
  }
}

/**
 * Cuts the face in upright planes and finds in each the heights that no skin covers before the eyeball.
 */
function measureOpening({ centre, radius }: Eyeball, positions: Float32Array, triangles: Uint32Array): Opening {
  const near: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const v = 3 * triangles[t]!;
    const [x, y, z] = [positions[v]! - centre[0], positions[v + 1]! - centre[1], positions[v + 2]! - centre[2]];
    if (z > -0.002 && Math.hypot(x, y, z) < 2 * radius) near.push(t);
  }
  const opening: Opening = { places: [], lower: [], upper: [] };
  for (let x = centre[0] - REACH; x <= centre[0] + REACH; x += COLUMN) {
    const covered = near
      .map((t) => cutHeights(positions, triangles, t, x, centre))
      .filter((span): span is [number, number] => span !== undefined)
      .sort((a, b) => a[0] - b[0]);
    let [top, lower, upper] = [covered[0]?.[1] ?? 0, 0, 0];
    for (const [from, to] of covered) {
      if (from - top > upper - lower && Math.abs(from + top) < 1.2) [lower, upper] = [top, from];
      top = Math.max(top, to);
    }
    opening.places.push(x);
    opening.lower.push(lower);
    opening.upper.push(upper);
  }
  return level(opening);
}

/** Heights about the eye's centre, radians, that a triangle covers in the plane at x. */
function cutHeights(
  positions: Float32Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  centre: readonly number[],
): [number, number] | undefined {
  const heights: number[] = [];
  for (let k = 0; k < 3; k++) {
    const a = 3 * triangles[t + k]!;
    const b = 3 * triangles[t + ((k + 1) % 3)]!;
    const [ax, bx] = [positions[a]!, positions[b]!];
    if (ax <= x === bx <= x) continue;
    const s = (x - ax) / (bx - ax);
    const y = positions[a + 1]! + s * (positions[b + 1]! - positions[a + 1]!) - centre[1]!;
    const z = positions[a + 2]! + s * (positions[b + 2]! - positions[a + 2]!) - centre[2]!;
    if (z > 0) heights.push(Math.atan2(y, z));
  }
  return heights.length === 2 ? [Math.min(...heights), Math.max(...heights)] : undefined;
}

/** Keeps the one run of columns with a gap, gives the others the corner's height, and smooths. */
function level({ places, lower, upper }: Opening): Opening {
  const open = places.map((_, i) => upper[i]! - lower[i]! > OPEN);
  const middle = places.length >> 1;
  let first = middle;
  let last = middle;
  while (first > 0 && open[first - 1]) first--;
  while (last < places.length - 1 && open[last + 1]) last++;
  const corner = (i: number): number => (upper[i]! + lower[i]!) / 2;
  const fill = (values: number[]): number[] =>
    values.map((value, i) => (i < first ? corner(first) : i > last ? corner(last) : value));
  const smooth = (values: number[]): number[] =>
    values.map((_, i) => {
      const around = values.slice(Math.max(0, i - 3), i + 4);
      return around.reduce((sum, value) => sum + value, 0) / around.length;
    });
  return { places, lower: smooth(fill(lower)), upper: smooth(fill(upper)) };
}
