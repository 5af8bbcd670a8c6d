import { noise } from '../../textures/noise.ts';
import { smoothStep, type Vector } from '../mesh/index.ts';

export interface HeadFrame {
  /** Height and depth of the eyes, in meters. */
  eyeY: number;
  eyeZ: number;
  /** Size relative to the head that styles are designed for. */
  size: number;
  /** Height of the mouth above the eyes, in style units. */
  mouth: number;
}

/** Distance from the eyes to the top of the skull that styles are designed for, in meters. */
const SKULL = 0.108;

/** Measures a head from its skin. @param eye center of one eye @param mouthY height of the mouth, in meters */
export function measureHead(positions: Float32Array, [, eyeY, eyeZ]: Vector, mouthY: number): HeadFrame {
  let top = eyeY;
  for (let k = 1; k < positions.length; k += 3) top = Math.max(top, positions[k]!);
  const size = (top - eyeY) / SKULL;
  return { eyeY, eyeZ, size, mouth: (mouthY - eyeY) / size };
}

/** Converts a point to style units: meters to the right of, above, and in front of the eyes, scaled to a head of normal size. */
export const toStyle = ({ eyeY, eyeZ, size }: HeadFrame, [x, y, z]: Vector): Vector => [x / size, (y - eyeY) / size, (z - eyeZ) / size];

/** Line on a head, as pairs of an angle from the front toward the side (in degrees) and a height above the eyes (in meters). */
export type Line = readonly (readonly [angle: number, height: number])[];

/** How far behind the eyes the axis for angles is, and the distance along the skin per radian, in meters. */
const AXIS = 0.085;
const RADIUS = 0.08;

/** Returns the angle of the point from the front, in degrees. */
export const angleOf = ([x, , z]: Vector): number => (Math.atan2(Math.abs(x), z + AXIS) * 180) / Math.PI;

/** Meters of skin per degree around the head. */
const PER_DEGREE = (Math.PI * RADIUS) / 180;

export function heightOf(line: Line, angle: number): number {
  const next = line.findIndex(([degrees]) => degrees > angle);
  if (next <= 0) return (next === 0 ? line[0] : line.at(-1))![1];
  const [from, to] = [line[next - 1]!, line[next]!];
  return from[1] + ((to[1] - from[1]) * (angle - from[0])) / (to[0] - from[0]);
}

/** Returns how far the point is above the line, in meters. Negative is below. */
export function distanceAbove(line: Line, place: Vector): number {
  const angle = angleOf(place);
  const x = angle * PER_DEGREE;
  const y = place[1];
  let least = Number.POSITIVE_INFINITY;
  let height = angle < line[0]![0] ? line[0]![1] : line.at(-1)![1];
  for (let k = 1; k < line.length; k++) {
    const from = line[k - 1]!;
    const to = line[k]!;
    const ax = from[0] * PER_DEGREE;
    const dx = to[0] * PER_DEGREE - ax;
    const dy = to[1] - from[1];
    if (angle >= from[0] && angle < to[0]) height = from[1] + ((x - ax) / dx) * dy;
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy)));
    const offX = x - ax - t * dx;
    const offY = y - from[1] - t * dy;
    least = Math.min(least, offX * offX + offY * offY);
  }
  return y > height ? Math.sqrt(least) : -Math.sqrt(least);
}

/** Extent of an ear: angles from the front (in degrees), and heights above the eyes (in meters). */
const EAR = { from: 64, to: 114, bottom: -0.06, top: 0.03 } as const;
/** Minimum distance from the middle of the head for a point at ear height to be on an ear, in meters. */
const BESIDE_HEAD = 0.069;

export const isEar = (place: Vector): boolean =>
  Math.abs(place[0]) > BESIDE_HEAD && angleOf(place) > EAR.from && angleOf(place) < EAR.to && place[1] > EAR.bottom && place[1] < EAR.top;

/** How far a hairline deviates, and the size of its bays, in meters. */
const BAYS = { depth: 0.0032, size: 0.011 } as const;

/** How far the hairline deviates at a point, in meters. */
export const wander = ([x, y, z]: Vector): number =>
  BAYS.depth *
  (noise((x + 1) / BAYS.size + (z + 1) / BAYS.size, (y + 1) / BAYS.size, 4096, 41) +
    0.6 * noise((3 * (x + 1)) / BAYS.size + (z + 1) / BAYS.size, (3 * (y + 1)) / BAYS.size, 4096, 42) -
    0.8);

/** Density of hair by distance from the hairline, 0..1. It increases over a distance of `soft` meters. */
export const densityAt = (distance: number, soft: number): number => smoothStep(-0.25 * soft, soft, distance);

/** Returns a frame for beards, in which the mouth is at the given height above the eyes, in style units. */
export const alignMouth = (frame: HeadFrame, mouth: number): HeadFrame => ({
  ...frame,
  eyeY: frame.eyeY + (frame.mouth - mouth) * frame.size,
  mouth,
});
