import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { addFields, createField, type Field } from './field.ts';
import { type LipLine, lipCoordinates, mouthHeight } from './lips.ts';

/** Spacing of the columns in which the gap is measured, and how much is skipped at the corners, in meters. */
const COLUMN = 0.001;
const CORNER = 0.002;
/** Maximum depth behind the lip line for skin to count as closing the mouth, in meters. */
const MAX_DEPTH = 0.007;
/** How far above and below the lip line to search for gaps, in meters. */
const SEARCH_HEIGHT = 0.007;
/** Overlap of closed lips, in meters. */
const OVERLAP = 0.0004;
/** How much of the skin above and below a lip edge moves with it, in meters. */
const REACH = 0.012;
const PASSES = 6;

/** Distance between the lips at positions across the mouth, as seen from the front. Negative where the lips overlap. */
export interface LipGap {
  places: number[];
  /** In meters. 0 where the lips touch. */
  heights: number[];
}

/** Measures, at positions across the mouth, the largest vertical gap without skin. */
export function measureLipGap(positions: Float32Array, triangles: Uint32Array, line: LipLine): LipGap {
  const middle = mouthHeight(line);
  const near: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const v = 3 * triangles[t]!;
    if (Math.abs(positions[v]!) < line.half + 0.01 && Math.abs(positions[v + 1]! - middle) < 0.05) near.push(t);
  }
  const gap: LipGap = { places: [], heights: [] };
  for (let x = -line.half + CORNER; x <= line.half - CORNER + 1e-9; x += COLUMN) {
    const back = interpolate(line.places, line.z, x) - MAX_DEPTH;
    const height = interpolate(line.places, line.y, x);
    const covered = near
      .map((t) => heightsInPlane(positions, triangles, t, x, back))
      .filter((span): span is [number, number] => span !== undefined)
      .filter(([from, to]) => to > height - SEARCH_HEIGHT && from < height + SEARCH_HEIGHT)
      .sort((a, b) => a[0] - b[0]);
    let [top, widest] = [covered[0]?.[1] ?? 0, 0];
    for (const [from, to] of covered) {
      widest = Math.max(widest, from - top);
      top = Math.max(top, to);
    }
    gap.places.push(x);
    gap.heights.push(widest);
  }
  return gap;
}

/** Returns the range of heights that a triangle covers in the plane at x, in front of `back`. */
function heightsInPlane(positions: Float32Array, triangles: Uint32Array, t: number, x: number, back: number): [number, number] | undefined {
  const beside = (k: number): boolean => positions[3 * triangles[t + k]!]! <= x;
  if (beside(0) === beside(1) && beside(1) === beside(2)) return undefined;
  const ends: [y: number, z: number][] = [];
  for (let k = 0; k < 3; k++) {
    const a = 3 * triangles[t + k]!;
    const b = 3 * triangles[t + ((k + 1) % 3)]!;
    const [ax, bx] = [positions[a]!, positions[b]!];
    if (ax <= x === bx <= x) continue;
    const s = (x - ax) / (bx - ax);
    ends.push([
      positions[a + 1]! + s * (positions[b + 1]! - positions[a + 1]!),
      positions[a + 2]! + s * (positions[b + 2]! - positions[a + 2]!),
    ]);
  }
  if (ends.length !== 2) return undefined;
  const [front, rear] = ends[0]![1] > ends[1]![1] ? [ends[0]!, ends[1]!] : [ends[1]!, ends[0]!];
  if (front[1] <= back) return undefined;
  const kept = rear[1] >= back ? rear[0] : front[0] + ((rear[0] - front[0]) * (front[1] - back)) / (front[1] - rear[1]);
  return [Math.min(front[0], kept), Math.max(front[0], kept)];
}

/** Corrects a field that should keep the mouth closed, by moving each lip across half the gap. */
export function closeLipGap(positions: Float32Array, moved: Field, line: LipLine, open: Field, triangles: Uint32Array): Field {
  let correction: Field = new Float32Array(positions.length);
  for (let pass = 0; pass < PASSES; pass++) {
    const now = addFields([1, positions], [1, moved], [1, correction]);
    const gap = measureLipGap(now, triangles, moveLipLine(line, positions, now));
    if (!gap.heights.some((height) => height > 0)) break;
    const heights = smooth(gap.heights.map((height) => (height > 0 ? height + OVERLAP : 0)));
    correction = addFields(
      [1, correction],
      [
        1,
        createField(positions, (x, y, z, v) => {
          if (Math.abs(x) > line.half + 0.01 || Math.abs(y - mouthHeight(line)) > 0.03) return undefined;
          const { above, inFront, lower } = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
          const share = bell(above, REACH) * smoothStep(-0.02, -0.01, inFront) * bell(Math.max(0, Math.abs(x) - line.half + CORNER), 0.006);
          if (share === 0) return undefined;
          return [0, (lower - 0.5) * interpolate(gap.places, heights, now[3 * v]!) * share, 0];
        }),
      ],
    );
  }
  return correction;
}

/** Caches the last result, because the same line is moved many times. */
let found: { line: LipLine; rest: Float32Array; nearest: number[] } | undefined;

/** Finds the vertex nearest to each position on the lip line, as the index of its first coordinate. */
function findNearest(line: LipLine, rest: Float32Array): number[] {
  if (found?.line === line && found.rest === rest) return found.nearest;
  const nearest = line.places.map((x, i) => {
    let [best, distance] = [0, Number.POSITIVE_INFINITY];
    for (let v = 0; v < rest.length; v += 3) {
      const d = Math.hypot(rest[v]! - x, rest[v + 1]! - line.y[i]!, rest[v + 2]! - line.z[i]!);
      if (d < distance) [best, distance] = [v, d];
    }
    return best;
  });
  found = { line, rest, nearest };
  return nearest;
}

/** Moves the lip line along with the nearest vertices. */
function moveLipLine(line: LipLine, rest: Float32Array, now: Float32Array): LipLine {
  const nearest = findNearest(line, rest);
  const shift = (k: number): number[] => nearest.map((v) => now[v + k]! - rest[v + k]!);
  const [dx, dy, dz] = [shift(0), shift(1), shift(2)];
  const places = line.places.map((x, i) => x + dx[i]!);
  return {
    ...line,
    places,
    y: line.y.map((y, i) => y + dy[i]!),
    z: line.z.map((z, i) => z + dz[i]!),
    half: Math.max(...places),
  };
}

const smooth = (values: number[]): number[] =>
  values.map((value, i) => Math.max(value, (values[i - 1] ?? value) * 0.6, (values[i + 1] ?? value) * 0.6));
