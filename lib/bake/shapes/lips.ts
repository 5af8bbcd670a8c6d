import { at, bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { createField, type Field } from './field.ts';
import type { MouthCavity } from './mouth-cavity.ts';

/** The line where the closed lips meet, at places across the mouth. */
export interface LipLine {
  /** Rising, metres. */
  places: number[];
  y: number[];
  z: number[];
  /** How the lower lip moves there when the jaw opens, metres. */
  dropY: number[];
  dropZ: number[];
  /** Half the mouth's width, metres. */
  half: number;
}

/** What the lips are about, for shapes: each vertex's place relative to the line where they meet. */
export interface LipCoordinates {
  /** Above the line, metres. */
  above: number;
  /** Before the line, metres. */
  before: number;
  /** 0 upper lip..1 lower lip. */
  lower: number;
  /** 1 between the corners, 0 well outside. */
  within: number;
}

const COLUMN = 0.001;
/** How far across the mouth the line is smoothed, metres. */
const SMOOTHING = 0.002;

/** What drops by more than this share of the middle of the lower lip is the lower lip's. */
const LOWER_DROP = 0.45;
/** The lips' fronts roll over their rims by no more than this, metres; they are looked for so far aside. */
const ROLL = 0.005;
const ASIDE = 0.003;

/**
 * Finds where the lips meet as seen from before: between the lowest of the upper lip's front and the highest of the lower
 * one's.
 *
 * @param positions A symmetric body's.
 * @param open The field of the opened mouth.
 * @param triangles The body's.
 */
export function findLipLine(
  positions: Float32Array,
  open: Field,
  triangles: Uint32Array,
  lining: MouthCavity,
): LipLine {
  const { rims } = lining;
  const threshold = LOWER_DROP * Math.min(...rims.map((v) => open[3 * v + 1]!));
  const isLower = (v: number): boolean => open[3 * v + 1]! < threshold;
  const half = Math.max(...rims.map((v) => positions[3 * v]!));
  const upperRim = along(
    positions,
    positions,
    rims.filter((v) => !isLower(v)),
  );
  const lowerRim = along(positions, positions, rims.filter(isLower));
  const drop = along(positions, open, rims.filter(isLower));
  const front = [...new Set(triangles)].filter((v) => !lining.vertices.has(v));
  const edge = (lower: boolean, x: number, [y, z]: readonly [number, number]): number => {
    const up = lower ? 1 : -1;
    return front.reduce((best, v) => {
      const [vx, vy, vz] = at(positions, v);
      const rolls = Math.abs(Math.abs(vx) - x) < ASIDE && Math.abs(vy - y) < ROLL && vz > z - ROLL / 2;
      return rolls && isLower(v) === lower && up * vy > up * best ? vy : best;
    }, y);
  };
  const columns = Math.floor(half / COLUMN);
  const places = Array.from({ length: 2 * columns + 1 }, (_, i) => (i - columns) * COLUMN);
  const met = places.slice(columns).map((x) => {
    const [upper, lower] = [upperRim(x), lowerRim(x)];
    const [dropY, dropZ] = drop(x);
    return { y: (edge(false, x, upper) + edge(true, x, lower)) / 2, z: (upper[1] + lower[1]) / 2, dropY, dropZ };
  });
  const smoothed = (pick: (place: (typeof met)[number]) => number): number[] =>
    places.map((x) => {
      const weights = places.map((other) => Math.exp(-(((other - x) / SMOOTHING) ** 2)));
      const values = places.map((_, i) => weights[i]! * pick(met[Math.abs(i - columns)]!));
      return sum(values) / sum(weights);
    });
  return {
    places,
    y: smoothed(({ y }) => y),
    z: smoothed(({ z }) => z),
    dropY: smoothed(({ dropY }) => dropY),
    dropZ: smoothed(({ dropZ }) => dropZ),
    half,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Height and depth of a field along vertices of the actor's left, by how far they are from the middle. */
function along(positions: Float32Array, field: Field, vertices: readonly number[]): (x: number) => [number, number] {
  const left = vertices.filter((v) => positions[3 * v]! > -1e-4).sort((a, b) => positions[3 * a]! - positions[3 * b]!);
  const places = left.map((v) => positions[3 * v]!);
  const [heights, depths] = [1, 2].map((k) => left.map((v) => field[3 * v + k]!));
  return (x) => [interpolate(places, heights!, x), interpolate(places, depths!, x)];
}

/** Where a place is relative to the lips. */
export function lipCoordinates(line: LipLine, x: number, y: number, z: number, dropped: number): LipCoordinates {
  const drop = interpolate(line.places, line.dropY, x);
  const beyond = Math.max(0, Math.abs(x) - line.half * 0.9);
  return {
    above: y - interpolate(line.places, line.y, x),
    before: z - interpolate(line.places, line.z, x),
    lower: smoothStep(0.25, 0.75, dropped / drop),
    within: bell(beyond, 0.014),
  };
}

/** A field about the lips, from each vertex's place relative to them. */
export const lipField = (
  positions: Float32Array,
  line: LipLine,
  open: Field,
  move: (place: LipCoordinates, x: number, vertex: number) => readonly [number, number, number] | undefined,
): Field =>
  createField(positions, (x, y, z, v) => {
    if (Math.abs(x) > line.half + 0.03 || Math.abs(y - line.y[line.y.length >> 1]!) > 0.07) return undefined;
    const place = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
    if (place.before < -0.045) return undefined;
    return move(place, x, v);
  });

/** How much of the way the lower lip comes up to meet the upper one when the jaw is down. */
const LOWER_SHARE = 0.6;
/** At the corners, where one lip passes into the other, both go with the skin about them: this share of what the lower one does. */
const CORNER_SHARE = 0.55;
const atCorner = ({ half }: LipLine, x: number): number => smoothStep(0.7 * half, half, Math.abs(x));
/** How far below and above where they meet the lips' skin follows, metres. */
const BELOW = 0.026;
const ABOVE = 0.015;

/** The lips brought together under a jaw that is open: with the opened jaw added they lie on each other as at rest. */
export const closeLips = (positions: Float32Array, line: LipLine, open: Field): Field =>
  lipField(positions, line, open, ({ above, before, within }, x, v) => {
    const share = (1 - LOWER_SHARE) * (1 - atCorner(line, x)) + CORNER_SHARE * atCorner(line, x);
    const common = [
      0,
      share * interpolate(line.places, line.dropY, x),
      share * interpolate(line.places, line.dropZ, x),
    ] as const;
    // Whole on the red of the lips and just inside, then fading.
    const reach = above < 0 ? smoothStep(-BELOW, -0.009, above) : smoothStep(ABOVE, 0.006, above);
    const depth = smoothStep(-0.03, -0.014, before);
    const share1 = within * reach * depth;
    if (share1 === 0) return undefined;
    const moved = at(open, v);
    return [-share1 * moved[0], share1 * (common[1] - moved[1]), share1 * (common[2] - moved[2])];
  });
