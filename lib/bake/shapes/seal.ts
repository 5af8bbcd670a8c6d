import { bell, interpolate, smoothStep } from '../geometry/mesh/index.ts';
import { addFields, createField, type Field } from './field.ts';
import { type LipLine, lipCoordinates } from './lips.ts';

/** Columns in which the gap is measured, metres apart; those nearest the corners are left out. */
const COLUMN = 0.001;
const CORNER = 0.002;
/** Skin farther behind the line where the lips meet does not close the mouth, metres. */
const DEPTH = 0.007;
/** Gaps are looked for this far above and below the line, metres. */
const WINDOW = 0.007;
/** Sealed lips lie over each other by this much, metres. */
const OVERLAP = 0.0004;
/** How far above and below its edge a lip follows when it is moved to the other, metres. */
const REACH = 0.012;
const ROUNDS = 4;

/** How far the lips are apart at places across the mouth, as seen from before; negative where they lie over each other. */
export interface Gap {
  places: number[];
  /** Metres; 0 where they touch. */
  heights: number[];
}

/** Measures between which heights no skin is before the teeth. */
export function measureGap(positions: Float32Array, triangles: Uint32Array, line: LipLine): Gap {
  const middle = line.y[line.y.length >> 1]!;
  const near: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const v = 3 * triangles[t]!;
    if (Math.abs(positions[v]!) < line.half + 0.01 && Math.abs(positions[v + 1]! - middle) < 0.05) near.push(t);
  }
  const gap: Gap = { places: [], heights: [] };
  for (let x = -line.half + CORNER; x <= line.half - CORNER + 1e-9; x += COLUMN) {
    const back = interpolate(line.places, line.z, x) - DEPTH;
    const height = interpolate(line.places, line.y, x);
    const covered = near
      .map((t) => cut(positions, triangles, t, x, back))
      .filter((span): span is [number, number] => span !== undefined)
      .filter(([from, to]) => to > height - WINDOW && from < height + WINDOW)
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

/** Heights that a triangle covers in the plane at x, before `back`. */
function cut(
  positions: Float32Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  back: number,
): [number, number] | undefined {
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

/**
 * What must be added to a field so that the lips meet: half of the gap to each.
 *
 * @param positions The body at rest.
 * @param moved The field that should leave the mouth closed.
 * @param open The field of the opened jaw, which tells the lips apart.
 */
export function sealLips(
  positions: Float32Array,
  moved: Field,
  line: LipLine,
  open: Field,
  triangles: Uint32Array,
): Field {
  let correction: Field = new Float32Array(positions.length);
  for (let round = 0; round < ROUNDS; round++) {
    const now = addFields([1, positions], [1, moved], [1, correction]);
    const gap = measureGap(now, triangles, movedLine(line, positions, now));
    if (!gap.heights.some((height) => height > 0)) break;
    const heights = smooth(gap.heights.map((height) => (height > 0 ? height + OVERLAP : 0)));
    correction = addFields(
      [1, correction],
      [
        1,
        createField(positions, (x, y, z, v) => {
          if (Math.abs(x) > line.half + 0.01 || Math.abs(y - line.y[line.y.length >> 1]!) > 0.03) return undefined;
          const { above, before, lower } = lipCoordinates(line, x, y, z, open[3 * v + 1]!);
          const share =
            bell(above, REACH) *
            smoothStep(-0.02, -0.01, before) *
            bell(Math.max(0, Math.abs(x) - line.half + CORNER), 0.006);
          if (share === 0) return undefined;
          return [0, (lower - 0.5) * interpolate(gap.places, heights, now[3 * v]!) * share, 0];
        }),
      ],
    );
  }
  return correction;
}

/** The line after a move, as its nearest vertices go. */
function movedLine(line: LipLine, rest: Float32Array, now: Float32Array): LipLine {
  const nearest = line.places.map((x, i) => {
    let [best, distance] = [0, Number.POSITIVE_INFINITY];
    for (let v = 0; v < rest.length; v += 3) {
      const d = Math.hypot(rest[v]! - x, rest[v + 1]! - line.y[i]!, rest[v + 2]! - line.z[i]!);
      if (d < distance) [best, distance] = [v, d];
    }
    return best;
  });
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
