import { measureTo } from './distances.ts';
import type { Frames } from './features.ts';

/** What a step that moves both sounds on costs, in distances between their frames: less than the two single steps it replaces. */
const DIAGONAL_WEIGHT = 1.6;

/** What a step that moves only one sound on costs beside the distance. */
const STRETCH_PENALTY = 0.7;

/** Where a path may go: for each reference frame the target frames `from[i] .. to[i] - 1`. Both rise. */
export interface Band {
  from: Int32Array;
  to: Int32Array;
}

/** The cheapest way through both sounds. Pair `i` matches frame `reference[i]` with frame `target[i]`; both rise by 0 or 1. */
export interface Path {
  reference: Int32Array;
  target: Int32Array;
  /** Mean distance of the matched frames. */
  cost: number;
}

/** The band around the straight line from corner to corner, `radius` target frames to each side. */
export function layStraightBand(rows: number, columns: number, radius: number): Band {
  return layBand(rows, columns, radius, (row) => (rows > 1 ? (row * (columns - 1)) / (rows - 1) : 0));
}

/** The band around a path that was found at frames `factor` times as long. */
export function layBandAlong(path: Path, factor: number, rows: number, columns: number, radius: number): Band {
  const place = readPath(path);
  return layBand(rows, columns, radius, (row) => place((row + 0.5) / factor - 0.5) * factor + (factor - 1) / 2);
}

function layBand(rows: number, columns: number, radius: number, centre: (row: number) => number): Band {
  const from = new Int32Array(rows);
  const to = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const middle = Math.round(centre(row));
    from[row] = Math.max(0, Math.min(middle - radius, columns - 1));
    to[row] = Math.min(columns, Math.max(middle + radius + 1, 1));
    // Each row touches the one before, or no path could cross.
    if (row > 0) from[row] = Math.min(from[row]!, to[row - 1]! - 1);
  }
  from[0] = 0;
  to[rows - 1] = columns;
  return { from, to };
}

const DIAGONAL = 0;
const REFERENCE_ON = 1;
const TARGET_ON = 2;

/** Dynamic time warping: the cheapest path through a band, from the first pair of frames to the last. */
export function warp(reference: Frames, target: Frames, band: Band): Path {
  const rows = reference.count;
  const offsets = new Float64Array(rows + 1);
  for (let row = 0; row < rows; row++) offsets[row + 1] = offsets[row]! + band.to[row]! - band.from[row]!;
  const steps = new Uint8Array(offsets[rows]!);
  const ruler = measureTo(target);
  // Rows of totals with a place before the first column and one behind the last, which no path comes from.
  let before = new Float64Array(target.count + 2).fill(Number.POSITIVE_INFINITY);
  let current = before.slice();
  for (let row = 0; row < rows; row++) {
    const from = band.from[row]!;
    const to = band.to[row]!;
    const place = offsets[row]! - from;
    const distances = ruler.measure(reference, row, from, to);
    let left = Number.POSITIVE_INFINITY;
    for (let column = from; column < to; column++) {
      const distance = distances[column - from]!;
      let best = row === 0 && column === 0 ? distance : before[column]! + DIAGONAL_WEIGHT * distance;
      let step = DIAGONAL;
      const single = distance + STRETCH_PENALTY;
      const up = before[column + 1]! + single;
      if (up < best) {
        best = up;
        step = REFERENCE_ON;
      }
      if (left + single < best) {
        best = left + single;
        step = TARGET_ON;
      }
      current[column + 1] = best;
      left = best;
      steps[place + column] = step;
    }
    current[from] = Number.POSITIVE_INFINITY;
    current[to + 1] = Number.POSITIVE_INFINITY;
    [before, current] = [current, before];
  }
  return walkBack(reference, target, band, offsets, steps);
}

/**
 * What a path costs for each frame of both sounds, with the steps that move only one: unlike its mean distance it counts how much
 * of one sound is squeezed onto the other.
 */
export function measureEffort(reference: Frames, target: Frames, path: Path): number {
  let sum = measureDistance(reference, 0, target, 0);
  for (let index = 1; index < path.reference.length; index++) {
    const [row, column] = [path.reference[index]!, path.target[index]!];
    const isDiagonal = row > path.reference[index - 1]! && column > path.target[index - 1]!;
    const distance = measureDistance(reference, row, target, column);
    sum += isDiagonal ? DIAGONAL_WEIGHT * distance : distance + STRETCH_PENALTY;
  }
  return sum / (reference.count + target.count);
}

/** The Euclidean distance of two frames. In four sums, which a processor adds up beside each other: half of the time of one. */
export function measureDistance(reference: Frames, row: number, target: Frames, column: number): number {
  const size = reference.size;
  const one = reference.data;
  const other = target.data;
  let left = row * size;
  let right = column * size;
  const end = left + size;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (; left + 3 < end; left += 4, right += 4) {
    const a = one[left]! - other[right]!;
    const b = one[left + 1]! - other[right + 1]!;
    const c = one[left + 2]! - other[right + 2]!;
    const d = one[left + 3]! - other[right + 3]!;
    first += a * a;
    second += b * b;
    third += c * c;
    fourth += d * d;
  }
  for (; left < end; left++, right++) first += (one[left]! - other[right]!) ** 2;
  return Math.sqrt(first + second + (third + fourth));
}

function walkBack(reference: Frames, target: Frames, band: Band, offsets: Float64Array, steps: Uint8Array): Path {
  const rows: number[] = [];
  const columns: number[] = [];
  let [row, column] = [reference.count - 1, target.count - 1];
  let cost = 0;
  while (true) {
    rows.push(row);
    columns.push(column);
    cost += measureDistance(reference, row, target, column);
    if (row === 0 && column === 0) break;
    const step = row === 0 ? TARGET_ON : steps[offsets[row]! + column - band.from[row]!]!;
    if (step !== TARGET_ON) row--;
    if (step !== REFERENCE_ON) column--;
  }
  return {
    reference: Int32Array.from(rows.reverse()),
    target: Int32Array.from(columns.reverse()),
    cost: cost / rows.length,
  };
}

/** Reads a path as a function from reference frames to target frames, both fractional: the middle of what each frame matches. */
export function readPath({ reference, target }: Path): (frame: number) => number {
  const last = reference.at(-1)!;
  const sums = new Float64Array(last + 1);
  const counts = new Float64Array(last + 1);
  for (const [index, frame] of reference.entries()) {
    sums[frame]! += target[index]!;
    counts[frame]!++;
  }
  const middles = sums.map((sum, frame) => sum / counts[frame]!);
  return (frame) => {
    const held = Math.min(Math.max(frame, 0), last);
    const floor = Math.floor(held);
    const low = middles[floor]!;
    return low + (held - floor) * ((middles[floor + 1] ?? low) - low);
  };
}
