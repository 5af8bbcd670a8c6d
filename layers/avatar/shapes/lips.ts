import { at, bell, ease, interpolate } from '../mesh/index.ts';
import { type Field, fieldOf } from './field.ts';

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
export interface LipPlace {
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

/**
 * Finds where the lips meet: the mouth opened shows the rim of either lip, and at rest the rims lie on each other.
 *
 * @param open The field of the opened mouth.
 * @param triangles The body's.
 */
export function findLipLine(positions: Float32Array, open: Field, triangles: Uint32Array): LipLine {
  const rims = findRims(positions, open, triangles);
  const left = Math.min(...rims.map(({ x }) => x));
  const right = Math.max(...rims.map(({ x }) => x));
  const half = (right - left) / 2;
  const line: LipLine = { places: [], y: [], z: [], dropY: [], dropZ: [], half };
  for (let x = -half; x <= half + 1e-9; x += COLUMN) {
    const near = rims.map((rim) => ({ ...rim, weight: Math.exp(-(((rim.x - x) / 0.003) ** 2)) }));
    const mean = (pick: (rim: Rim) => number, of: (rim: Rim) => boolean = () => true): number => {
      const chosen = near.filter(of);
      return (
        chosen.reduce((sum, rim) => sum + rim.weight * pick(rim), 0) / chosen.reduce((sum, rim) => sum + rim.weight, 0)
      );
    };
    line.places.push(x);
    line.y.push(mean(({ y }) => y));
    line.z.push(mean(({ z }) => z));
    line.dropY.push(
      mean(
        ({ drop }) => drop[1],
        ({ lower }) => lower,
      ),
    );
    line.dropZ.push(
      mean(
        ({ drop }) => drop[2],
        ({ lower }) => lower,
      ),
    );
  }
  return line;
}

interface Rim {
  x: number;
  y: number;
  z: number;
  drop: [number, number, number];
  lower: boolean;
}

/** The vertices that frame the opened mouth, by direction from its middle. */
function findRims(positions: Float32Array, open: Field, triangles: Uint32Array): Rim[] {
  const seen = new Set(triangles);
  let deepest = 0;
  for (const v of seen) if (open[3 * v + 1]! < open[3 * deepest + 1]!) deepest = v;
  // The lower lip's rim at the middle hangs as far as anything; the upper rim is the lowest that hardly moves before it.
  const front = positions[3 * deepest + 2]! - 0.03;
  const opened = (v: number, k: number): number => positions[3 * v + k]! + open[3 * v + k]!;
  const middle = [...seen].filter((v) => Math.abs(positions[3 * v]!) < 0.004 && positions[3 * v + 2]! > front);
  const isUpper = (v: number): boolean => -open[3 * v + 1]! < 0.006;
  const isLower = (v: number): boolean => -open[3 * v + 1]! > 0.018;
  const upperEdge = Math.min(...middle.filter((v) => isUpper(v) && reaches(v)).map((v) => opened(v, 1)));
  function reaches(v: number): boolean {
    return open[3 * v] !== 0 || open[3 * v + 1] !== 0;
  }
  const lowerEdge = Math.max(...middle.filter((v) => isLower(v) && opened(v, 1) < upperEdge).map((v) => opened(v, 1)));
  const centre = (upperEdge + lowerEdge) / 2;
  const sectors = 72;
  const nearest = new Map<number, { v: number; distance: number }>();
  for (const v of seen) {
    if (!reaches(v) || positions[3 * v + 2]! < front) continue;
    const [dx, dy] = [opened(v, 0), opened(v, 1) - centre];
    const distance = Math.hypot(dx, dy);
    const sector = Math.floor((Math.atan2(dy, dx) / (2 * Math.PI) + 0.5) * sectors);
    if (distance < (nearest.get(sector)?.distance ?? 0.05)) nearest.set(sector, { v, distance });
  }
  return [...nearest.values()].map(({ v }) => {
    const [x, y, z] = at(positions, v);
    return { x, y, z, drop: at(open, v), lower: opened(v, 1) < centre };
  });
}

/** Where a place is relative to the lips. */
export function lipPlace(line: LipLine, x: number, y: number, z: number, dropped: number): LipPlace {
  const drop = interpolate(line.places, line.dropY, x);
  const beyond = Math.max(0, Math.abs(x) - line.half * 0.9);
  return {
    above: y - interpolate(line.places, line.y, x),
    before: z - interpolate(line.places, line.z, x),
    lower: ease(0.25, 0.75, dropped / drop),
    within: bell(beyond, 0.014),
  };
}

/** A field about the lips, from each vertex's place relative to them. */
export const aboutLips = (
  positions: Float32Array,
  line: LipLine,
  open: Field,
  move: (place: LipPlace, x: number, vertex: number) => readonly [number, number, number] | undefined,
): Field =>
  fieldOf(positions, (x, y, z, v) => {
    if (Math.abs(x) > line.half + 0.03 || Math.abs(y - line.y[line.y.length >> 1]!) > 0.07) return undefined;
    const place = lipPlace(line, x, y, z, open[3 * v + 1]!);
    if (place.before < -0.045) return undefined;
    return move(place, x, v);
  });

/** How much of the way the lower lip comes up to meet the upper one when the jaw is down. */
const LOWER_SHARE = 0.6;
/** How far below and above where they meet the lips' skin follows, metres. */
const BELOW = 0.026;
const ABOVE = 0.015;

/** The lips brought together under a jaw that is open: with the opened jaw added they lie on each other as at rest. */
export const closeLips = (positions: Float32Array, line: LipLine, open: Field): Field =>
  aboutLips(positions, line, open, ({ above, before, within }, x, v) => {
    const share = 1 - LOWER_SHARE;
    const common = [
      0,
      share * interpolate(line.places, line.dropY, x),
      share * interpolate(line.places, line.dropZ, x),
    ] as const;
    // Whole on the red of the lips and just inside, then fading.
    const reach = above < 0 ? ease(-BELOW, -0.009, above) : ease(ABOVE, 0.006, above);
    const depth = ease(-0.03, -0.014, before);
    const share1 = within * reach * depth;
    if (share1 === 0) return undefined;
    const moved = at(open, v);
    return [-share1 * moved[0], share1 * (common[1] - moved[1]), share1 * (common[2] - moved[2])];
  });
