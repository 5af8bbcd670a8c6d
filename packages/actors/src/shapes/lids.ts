import { bell, clamp, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { createField, type Field } from './field.ts';

export interface Eyeball {
  center: readonly [number, number, number];
  radius: number;
}

/** Opening between the eyelids of one eye, as elevations of the eyelid edges seen from the eyeball center, at positions across the eye. */
export interface Opening {
  /** In meters, ascending. */
  places: number[];
  /** In radians above the horizontal. */
  lower: number[];
  upper: number[];
}

/** Spacing of the columns in which the opening is measured, and how far they extend to each side, in meters. */
const COLUMN = 0.0005;
const REACH = 0.022;
/** Maximum distance of eyelid skin from the eyeball center, in eyeball radii. */
const LID_RADII = 1.65;
/** How much of the skin above the upper eyelid edge and below the lower one moves with it, in radians. */
const UPPER_EXTENT = 0.42;
const LOWER_EXTENT = 0.5;
/** How much of the closing movement is made by the lower eyelid, 0..1. */
const LOWER_LID_SHARE = 0.2;
/** Minimum opening, in radians. Any smaller opening is a corner of the eye. */
const MIN_OPENING = 0.03;
/** Minimum distance between an eyelid edge and the eyeball, in meters. */
const CLEARANCE = 0.0012;
/** Maximum distance from the eyeball for skin to count as the inner side of an eyelid, in meters. */
const SKIN_DEPTH = 0.0005;
/** Weights at which shapes must stay out of the eyeball. */
const WEIGHTS = [0.25, 0.5, 0.75, 1];
/** Factors for the length of MakeHuman lashes, which are too long, and for how far they stick out at the sides. */
const LASH_FACTORS = { upper: 0.9, lower: 0.5, aside: 0.55 };

/** Eyelid motion of one eye, as fractions of the opening. Positive values close the eye. */
export interface LidMotion {
  upper: number;
  lower: number;
  /** Rotation with the eye, in radians. Positive is to the actor's left. */
  drag?: number;
}

/** How far the upper eyelid closes past the edge of the lower one, which is uneven, as a fraction of the opening. */
const OVERLAP = 0.05;
export const CLOSED: LidMotion = { upper: 1 - LOWER_LID_SHARE + OVERLAP, lower: LOWER_LID_SHARE };

export class Lids {
  readonly #eye: Eyeball;
  readonly #opening: Opening;

  constructor(eye: Eyeball, positions: Float32Array, triangles: Uint32Array) {
    this.#eye = eye;
    this.#opening = measureOpening(eye, positions, triangles);
  }

  /** Maximum height of the opening, in radians. */
  get height(): number {
    return Math.max(...this.#opening.upper.map((upper, i) => upper - this.#opening.lower[i]!));
  }

  /** Returns the distances from a point to the upper and lower eyelid edges, in meters, or infinity if there is no eyelid. */
  fromEdges(px: number, py: number, pz: number): { upper: number; lower: number } {
    const { center, radius } = this.#eye;
    const [y, z] = [py - center[1], pz - center[2]];
    const distance = Math.hypot(px - center[0], y, z);
    const { upper, lower } = this.edgesAt(px);
    if (distance > radius * LID_RADII || z < 0 || upper - lower < MIN_OPENING)
      return { upper: Number.POSITIVE_INFINITY, lower: Number.POSITIVE_INFINITY };
    const [height, away] = [Math.atan2(y, z), Math.hypot(y, z)];
    return { upper: Math.abs(height - upper) * away, lower: Math.abs(height - lower) * away };
  }

  /**
   * Shortens lashes toward the edge of their eyelid.
   * @param positions lash vertices, modified in place; the other eye's lashes stay unchanged
   * @throws RangeError if the eyelids are closed all the way across, because there are no edges to measure
   */
  trimLashes(positions: Float32Array): void {
    const { center, radius } = this.#eye;
    const { places, lower, upper } = this.#opening;
    const open = places.filter((_, i) => upper[i]! - lower[i]! > MIN_OPENING);
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined)
      throw new RangeError(`the lids of the eye at x = ${center[0]} m must be open by more than ${MIN_OPENING} rad somewhere`);
    for (let at = 0; at < positions.length; at += 3) {
      const [px, y, z] = [positions[at]!, positions[at + 1]! - center[1], positions[at + 2]! - center[2]];
      if (px * center[0] < 0) continue;
      const x = Math.min(last, Math.max(first, px));
      const edges = this.edgesAt(x);
      const isUpper = Math.atan2(y, z) > (edges.upper + edges.lower) / 2;
      const [edge, left] = isUpper ? [edges.upper, LASH_FACTORS.upper] : [edges.lower, LASH_FACTORS.lower];
      const away = Math.sqrt((radius + CLEARANCE) ** 2 - Math.min(radius, Math.abs(x - center[0])) ** 2);
      const [ey, ez] = [Math.sin(edge) * away, Math.cos(edge) * away];
      positions[at] = x + LASH_FACTORS.aside * (px - x);
      positions[at + 1] = center[1] + ey + left * (y - ey);
      positions[at + 2] = center[2] + ez + left * (z - ez);
    }
  }

  /** Creates the field for an eyelid motion of skin or lash vertices. @param rigid true for lashes, which rotate with the eyelid edge */
  createLidField(positions: Float32Array, by: LidMotion, rigid = false): Field {
    const { center, radius } = this.#eye;
    return createField(positions, (px, py, pz) => {
      const [x, y, z] = [px - center[0], py - center[1], pz - center[2]];
      const distance = Math.hypot(x, y, z);
      if (distance > radius * (rigid ? 2.2 : LID_RADII) || z < 0) return undefined;
      const height = Math.atan2(y, z);
      const { upper, lower } = this.edgesAt(px);
      const gap = upper - lower;
      const split = lower + gap * (rigid ? 0.5 : LOWER_LID_SHARE);
      const isUpper = height > split;
      const beyond = isUpper ? (height - upper) / UPPER_EXTENT : (lower - height) / LOWER_EXTENT;
      const near = rigid ? 1 : this.share(px, py, pz);
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

  /** Returns the degree to which a point on the skin is part of an eyelid: 1 at its edge, and 0 where the eyelid ends. */
  share(px: number, py: number, pz: number): number {
    const { center, radius } = this.#eye;
    const [x, y, z] = [px - center[0], py - center[1], pz - center[2]];
    const distance = Math.hypot(x, y, z);
    if (distance > radius * LID_RADII || z < 0) return 0;
    const { upper, lower } = this.edgesAt(px);
    const height = Math.atan2(y, z);
    const isUpper = height > lower + (upper - lower) * LOWER_LID_SHARE;
    const beyond = isUpper ? (height - upper) / UPPER_EXTENT : (lower - height) / LOWER_EXTENT;
    return (1 - clamp(beyond)) ** 1.15 * (1 - smoothStep(1.3, LID_RADII, distance / radius));
  }

  /** Moves skin back in front of the eyeball if a field would push it inside. */
  keepOutside(positions: Float32Array, field: Field): Field {
    const { center, radius } = this.#eye;
    const kept = field.slice();
    for (let v = 0; v < positions.length; v += 3) {
      if (field[v] === 0 && field[v + 1] === 0 && field[v + 2] === 0) continue;
      const rest = [positions[v]! - center[0]!, positions[v + 1]! - center[1]!, positions[v + 2]! - center[2]!] as const;
      const distance = Math.hypot(rest[0], rest[1], rest[2]);
      if (distance > radius * LID_RADII || distance < radius + SKIN_DEPTH) continue;
      // A straight path between two points in front of the eyeball may pass through it.
      for (const weight of WEIGHTS) {
        const x = rest[0] + weight * kept[v]!;
        const y = rest[1] + weight * kept[v + 1]!;
        const z = rest[2] + weight * kept[v + 2]!;
        const least = Math.min(distance, radius + (weight === 1 ? CLEARANCE : SKIN_DEPTH));
        const short = least / Math.hypot(x, y, z) - 1;
        if (short <= 0) continue;
        kept[v]! += (short * x) / weight;
        kept[v + 1]! += (short * y) / weight;
        kept[v + 2]! += (short * z) / weight;
      }
    }
    return kept;
  }

  /** Returns the elevations of the eyelid edges at a position across the eye, in radians. */
  edgesAt(x: number): { upper: number; lower: number } {
    const { places, upper, lower } = this.#opening;
    return { upper: interpolate(places, upper, x), lower: interpolate(places, lower, x) };
  }
}

/** Measures the opening, as the elevations not covered by skin in front of the eyeball, in vertical planes across the eye. */
export function measureOpening({ center, radius }: Eyeball, positions: Float32Array, triangles: Uint32Array): Opening {
  const near: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const v = 3 * triangles[t]!;
    const [x, y, z] = [positions[v]! - center[0], positions[v + 1]! - center[1], positions[v + 2]! - center[2]];
    if (z > -0.002 && Math.hypot(x, y, z) < 2 * radius) near.push(t);
  }
  const opening: Opening = { places: [], lower: [], upper: [] };
  for (let x = center[0] - REACH; x <= center[0] + REACH; x += COLUMN) {
    const covered = near
      .map((t) => elevationsInPlane(positions, triangles, t, x, center))
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
  return fillCorners(opening);
}

/** Returns the elevations that a triangle covers in the plane at x, in radians. */
function elevationsInPlane(
  positions: Float32Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  center: readonly number[],
): [number, number] | undefined {
  const beside = (k: number): boolean => positions[3 * triangles[t + k]!]! <= x;
  if (beside(0) === beside(1) && beside(1) === beside(2)) return undefined;
  const heights: number[] = [];
  for (let k = 0; k < 3; k++) {
    const a = 3 * triangles[t + k]!;
    const b = 3 * triangles[t + ((k + 1) % 3)]!;
    const [ax, bx] = [positions[a]!, positions[b]!];
    if (ax <= x === bx <= x) continue;
    const s = (x - ax) / (bx - ax);
    const y = positions[a + 1]! + s * (positions[b + 1]! - positions[a + 1]!) - center[1]!;
    const z = positions[a + 2]! + s * (positions[b + 2]! - positions[a + 2]!) - center[2]!;
    if (z > 0) heights.push(Math.atan2(y, z));
  }
  return heights.length === 2 ? [Math.min(...heights), Math.max(...heights)] : undefined;
}

/** Keeps one run of open columns, extends its ends over the other columns, and smooths the result. */
function fillCorners({ places, lower, upper }: Opening): Opening {
  const open = places.map((_, i) => upper[i]! - lower[i]! > MIN_OPENING);
  const middle = places.length >> 1;
  let first = middle;
  let last = middle;
  while (first > 0 && open[first - 1]) first--;
  while (last < places.length - 1 && open[last + 1]) last++;
  const corner = (i: number): number => (upper[i]! + lower[i]!) / 2;
  const fill = (values: number[]): number[] => values.map((value, i) => (i < first ? corner(first) : i > last ? corner(last) : value));
  const smooth = (values: number[]): number[] =>
    values.map((_, i) => {
      const around = values.slice(Math.max(0, i - 3), i + 4);
      return around.reduce((sum, value) => sum + value, 0) / around.length;
    });
  return { places, lower: smooth(fill(lower)), upper: smooth(fill(upper)) };
}
