import { measureTo } from './distances.ts';
import type { Frames } from './features.ts';

/** Weight of the distance in a diagonal step. It is less than the total weight of the two single steps that it replaces. */
export const DIAGONAL_WEIGHT = 1.6;
/** Penalty added to the distance of a step that advances only one recording. */
export const STRETCH_PENALTY = 0.7;
/** Number of frame pairs sampled to estimate the mean distance between unrelated frames. */
const SAMPLED_PAIRS = 20_000;

/** The cells that a path may use: target frames `from[i] .. to[i] - 1` for each reference frame. Both arrays are ascending. */
export interface Band {
  from: Int32Array;
  to: Int32Array;
}

/** A warping path. Pair `i` matches frame `reference[i]` to frame `target[i]`; both advance by 0 or 1 per pair. */
export interface Path {
  reference: Int32Array;
  target: Int32Array;
  /** Mean distance between matched frames. */
  cost: number;
}

/** The Sakoe-Chiba band: cells within `radius` target frames of the diagonal. */
export function sakoeChibaBand(rows: number, columns: number, radius: number): Band {
  return bandAround(rows, columns, radius, (row) => (rows > 1 ? (row * (columns - 1)) / (rows - 1) : 0));
}

/** The band within `radius` target frames of a path found at a resolution `factor` times coarser. */
export function bandAlongPath(path: Path, factor: number, rows: number, columns: number, radius: number): Band {
  const place = interpolatePath(path);
  return bandAround(rows, columns, radius, (row) => place((row + 0.5) / factor - 0.5) * factor + (factor - 1) / 2);
}

function bandAround(rows: number, columns: number, radius: number, center: (row: number) => number): Band {
  const from = new Int32Array(rows);
  const to = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const middle = Math.round(center(row));
    from[row] = Math.max(0, Math.min(middle - radius, columns - 1));
    to[row] = Math.min(columns, Math.max(middle + radius + 1, 1));
    // Each row overlaps the previous one, which guarantees a path.
    if (row > 0) from[row] = Math.min(from[row]!, to[row - 1]! - 1);
  }
  from[0] = 0;
  to[rows - 1] = columns;
  return { from, to };
}

const DIAGONAL = 0;
const REFERENCE_ON = 1;
const TARGET_ON = 2;

/** Dynamic time warping: finds the cheapest path within a band, from the first pair of frames to the last. */
export function warp(reference: Frames, target: Frames, band: Band): Path {
  const rows = reference.count;
  const offsets = new Float64Array(rows + 1);
  for (let row = 0; row < rows; row++) offsets[row + 1] = offsets[row]! + band.to[row]! - band.from[row]!;
  const steps = new Uint8Array(offsets[rows]!);
  const distancesToTarget = measureTo(target);
  // Accumulated costs of two rows, with sentinels before the first column and after the last.
  let before = new Float64Array(target.count + 2).fill(Number.POSITIVE_INFINITY);
  let current = before.slice();
  for (let row = 0; row < rows; row++) {
    const from = band.from[row]!;
    const to = band.to[row]!;
    const place = offsets[row]! - from;
    const distances = distancesToTarget.measure(reference, row, from, to);
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
  return traceBack(reference, target, band, offsets, steps);
}

/**
 * Returns a path's cost per frame, including step penalties. Unlike the mean distance, it grows when a long part of one recording is
 * squeezed into a short part of the other.
 */
export function measurePathCost(reference: Frames, target: Frames, path: Path): number {
  let sum = measureDistance(reference, 0, target, 0);
  for (let index = 1; index < path.reference.length; index++) {
    const [row, column] = [path.reference[index]!, path.target[index]!];
    const isDiagonal = row > path.reference[index - 1]! && column > path.target[index - 1]!;
    const distance = measureDistance(reference, row, target, column);
    sum += isDiagonal ? DIAGONAL_WEIGHT * distance : distance + STRETCH_PENALTY;
  }
  return sum / (reference.count + target.count);
}

/** Computes the Euclidean distance between two frames. Four partial sums let the CPU add in parallel, which halves the time. */
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

/** Computes the mean distance between unrelated frames, using pairs sampled at regular intervals. */
export function measureUnrelatedDistance(reference: Frames, target: Frames): number {
  const stride = Math.max(1, Math.floor((reference.count * target.count) / SAMPLED_PAIRS));
  let [sum, pairs] = [0, 0];
  for (let pair = 0; pair < reference.count * target.count; pair += stride, pairs++) {
    sum += measureDistance(reference, Math.floor(pair / target.count), target, pair % target.count);
  }
  return sum / pairs;
}

function traceBack(reference: Frames, target: Frames, band: Band, offsets: Float64Array, steps: Uint8Array): Path {
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

/** Interpolates a path, mapping fractional reference frames to the mean of the target frames they match. */
export function interpolatePath({ reference, target }: Path): (frame: number) => number {
  const last = reference.at(-1)!;
  const sums = new Float64Array(last + 1);
  const counts = new Float64Array(last + 1);
  for (const [index, frame] of reference.entries()) {
    sums[frame]! += target[index]!;
    counts[frame]!++;
  }
  const middles = sums.map((sum, frame) => sum / counts[frame]!);
  return (frame) => {
    const clamped = Math.min(Math.max(frame, 0), last);
    const floor = Math.floor(clamped);
    const low = middles[floor]!;
    return low + (clamped - floor) * ((middles[floor + 1] ?? low) - low);
  };
}
