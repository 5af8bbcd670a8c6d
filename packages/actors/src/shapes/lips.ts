import { at, bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { createField, type Field } from './field.ts';
import type { Lining } from './linings.ts';

/** Line where the closed lips meet, sampled at positions across the mouth. */
export interface LipLine {
  /** In meters, ascending. */
  places: number[];
  y: number[];
  z: number[];
  /** Displacement of the lower lip at each position when the jaw opens, in meters. */
  dropY: number[];
  dropZ: number[];
  /** Half the width of the mouth, in meters. */
  half: number;
}

/** Returns the height of the middle of the lip line, in meters. */
export const mouthHeight = ({ y }: LipLine): number => y[y.length >> 1]!;

export interface LipCoordinates {
  /** Height above the line, in meters. */
  above: number;
  /** Distance in front of the line, in meters. */
  inFront: number;
  /** From 0 (upper lip) to 1 (lower lip). */
  lower: number;
  /** 1 between the corners, and 0 well outside them. */
  within: number;
}

const COLUMN = 0.001;
/** Width over which the line is smoothed, in meters. */
const SMOOTHING = 0.002;
/** Lower lip vertices drop by at least this much when the jaw opens, as a fraction of the maximum drop. */
const LOWER_DROP = 0.45;
/** Maximum distance that the front of a lip rolls over its rim, and half the width of the search window, in meters. */
const ROLL = 0.005;
const ASIDE = 0.003;

/**
 * Finds where the lips meet as seen from the front: halfway between the lowest points of the upper lip and the highest of the lower lip.
 * @param positions vertices of a symmetric body
 * @param open field of the open mouth
 */
export function findLipLine(positions: Float32Array, open: Field, triangles: Uint32Array, cavity: Lining): LipLine {
  const { rims } = cavity;
  const threshold = LOWER_DROP * Math.min(...rims.map((v) => open[3 * v + 1]!));
  const isLower = (v: number): boolean => open[3 * v + 1]! < threshold;
  const half = Math.max(...rims.map((v) => positions[3 * v]!));
  const upperRim = curveAlong(
    positions,
    positions,
    rims.filter((v) => !isLower(v)),
  );
  const lowerRim = curveAlong(positions, positions, rims.filter(isLower));
  const drop = curveAlong(positions, open, rims.filter(isLower));
  const front = [...new Set(triangles)].filter((v) => !cavity.vertices.has(v));
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
  const columnValues = places.slice(columns).map((x) => {
    const [upper, lower] = [upperRim(x), lowerRim(x)];
    const [dropY, dropZ] = drop(x);
    return { y: (edge(false, x, upper) + edge(true, x, lower)) / 2, z: (upper[1] + lower[1]) / 2, dropY, dropZ };
  });
  const smoothed = (pick: (place: (typeof columnValues)[number]) => number): number[] =>
    places.map((x) => {
      const weights = places.map((other) => Math.exp(-(((other - x) / SMOOTHING) ** 2)));
      const values = places.map((_, i) => weights[i]! * pick(columnValues[Math.abs(i - columns)]!));
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

/** Returns a function that interpolates the y and z of a field at a given x, along vertices on the actor's left. */
function curveAlong(positions: Float32Array, field: Field, vertices: readonly number[]): (x: number) => [number, number] {
  const left = vertices.filter((v) => positions[3 * v]! > -1e-4).sort((a, b) => positions[3 * a]! - positions[3 * b]!);
  const places = left.map((v) => positions[3 * v]!);
  const [heights, depths] = [1, 2].map((k) => left.map((v) => field[3 * v + k]!));
  return (x) => [interpolate(places, heights!, x), interpolate(places, depths!, x)];
}

/** Computes the position of a point relative to the lips. @param dropped its vertical displacement when the mouth opens, in meters */
export function lipCoordinates(line: LipLine, x: number, y: number, z: number, dropped: number): LipCoordinates {
  const drop = interpolate(line.places, line.dropY, x);
  const beyond = Math.max(0, Math.abs(x) - line.half * 0.9);
  return {
    above: y - interpolate(line.places, line.y, x),
    inFront: z - interpolate(line.places, line.z, x),
    lower: smoothStep(0.25, 0.75, dropped / drop),
    within: bell(beyond, 0.014),
  };
}

/** Creates a field around the lips from the position of each vertex relative to them. */
export const lipField = (
  positions: Float32Array,
  line: LipLine,
  open: Field,
  move: (place: LipCoordinates, x: number, vertex: number) => readonly [number, number, number] | undefined,
): Field =>
  createField(positions, (x, y, z, v) => {
    if (Math.abs(x) > line.half + 0.03 || Math.abs(y - mouthHeight(line)) > 0.07) return undefined;
    const place = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
    if (place.inFront < -0.045) return undefined;
    return move(place, x, v);
  });
