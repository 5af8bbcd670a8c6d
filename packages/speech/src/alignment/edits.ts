import { measureTo } from './distances.ts';
import { downsampleFrames, type Frames } from './features.ts';
import { applyPhoneticWeights } from './phonetic-weights.ts';
import { type Band, bandAlongPath, DIAGONAL_WEIGHT, measureUnrelatedDistance, type Path, STRETCH_PENALTY } from './warping.ts';

const DOWNSAMPLING = 2;
/**
 * Half-width of the band, in downsampled frames: 1 s, or 4 s if there are mismatches, because the path stretches words over an inserted
 * sentence.
 */
const RADIUS = 50;
const RADIUS_OF_MISMATCH = 200;
/** Cost of a frame outside any word, as a fraction of the mean distance between unrelated frames. */
const FILLER_COST = 0.75;

/**
 * Minimum length of an insertion and of a deletion, and maximum length of a deletion, in downsampled frames. Two of 37 correct recordings
 * had 0.2 s insertions, and two missing words take 0.3 s or more.
 */
const SHORTEST_INSERTION = 15;
const SHORTEST_DELETION = 10;
const LONGEST_DELETION = 100;
/** Minimum gain of an edit, as a multiple of the mean distance between unrelated frames. */
const MIN_GAIN = 2;
/**
 * Minimum mean level of an insertion, on the scale of the standardized and weighted energy feature. Anything quieter is a breath or a
 * pause.
 */
const QUIET_LEVEL = -0.75;

/** Speech that is not in the text, or words in the text that are not spoken. */
export interface Edit {
  kind: 'insertion' | 'deletion';
  /** Indices of the words around the inserted speech, or of the first and last unspoken word. */
  first: number;
  last: number;
  /** Range in target frames, which is empty for a deletion. */
  start: number;
  end: number;
  /** Cost that the edit saves, as a multiple of the mean distance between unrelated frames. */
  gain: number;
}

/**
 * Finds insertions and deletions. For each word boundary, it computes the cost saved by allowing extra speech there, or by skipping the
 * following words. Warping in both directions gives the costs of the best paths to and from the boundary; frames between them cost as much
 * as in a filler model for keyword spotting (Rose and Paul 1990).
 * @param reference Features of the reference, transformed to the target's voice.
 * @param ends The reference frame after each word, in ascending order.
 * @param hasMismatch True if some passages do not match; see `findMismatches`.
 */
export function findEdits(reference: Frames, target: Frames, path: Path, ends: readonly number[], hasMismatch: boolean): Edit[] {
  const [one, other] = [reference, target].map((frames) => applyPhoneticWeights(downsampleFrames(frames, DOWNSAMPLING))) as [
    Frames,
    Frames,
  ];
  const scale = measureUnrelatedDistance(one, other);
  const filler = FILLER_COST * scale;
  const radius = hasMismatch ? RADIUS_OF_MISMATCH : RADIUS;
  const band = bandAlongPath(path, 1 / DOWNSAMPLING, one.count, other.count, radius);
  const rows = ends.map((end) => Math.min(Math.max(Math.round(end / DOWNSAMPLING), 1), one.count - 1));
  const before = accumulate(one, other, band, new Set(rows.map((row) => row - 1)));
  const after = accumulateBackwards(one, other, band, new Set(rows));
  const edits: Edit[] = [];
  for (const [index, row] of rows.slice(0, -1).entries()) {
    const [to, from] = [before.get(row - 1)!, after.get(row)!];
    const usual = joinCosts(to, from);
    const inserted = findInsertion(to, from, filler);
    edits.push({
      kind: 'insertion',
      first: index,
      last: index + 1,
      start: inserted.start * DOWNSAMPLING,
      end: inserted.end * DOWNSAMPLING,
      gain: (usual.cost - inserted.cost) / scale,
    });
    for (let last = index + 1; last < rows.length - 1 && rows[last]! - row <= LONGEST_DELETION; last++) {
      const length = rows[last]! - row;
      if (length < SHORTEST_DELETION) continue;
      const joined = joinCosts(to, after.get(rows[last]!)!);
      edits.push({
        kind: 'deletion',
        first: index + 1,
        last,
        start: joined.column * DOWNSAMPLING,
        end: joined.column * DOWNSAMPLING,
        gain: (usual.cost - joined.cost - filler * length) / scale,
      });
    }
  }
  return selectEdits(edits.filter((edit) => edit.kind === 'deletion' || isAudible(target, edit)));
}

/** Selects the edits with the greatest gains, no more than one in each place, and returns them in order. */
function selectEdits(edits: readonly Edit[]): Edit[] {
  const selected: Edit[] = [];
  for (const edit of edits.filter(({ gain }) => gain >= MIN_GAIN).sort((one, other) => other.gain - one.gain)) {
    const isBeside = (other: Edit) =>
      (edit.first <= other.last + 1 && edit.last >= other.first - 1) || (edit.start <= other.end && edit.end >= other.start);
    if (!selected.some(isBeside)) selected.push(edit);
  }
  return selected.sort((one, other) => one.start - other.start);
}

function isAudible({ data, size }: Frames, { start, end }: Edit): boolean {
  let level = 0;
  for (let frame = start; frame < end; frame++) level += data[frame * size]!;
  return level / Math.max(end - start, 1) >= QUIET_LEVEL;
}

/** Accumulated costs of a row of the band, starting at column `from`. */
interface Row {
  from: number;
  costs: Float64Array;
}

const costAt = ({ from, costs }: Row, column: number): number => costs[column - from] ?? Number.POSITIVE_INFINITY;

/** Finds the cheapest step between two rows, and its column in the second. */
function joinCosts(to: Row, from: Row): { cost: number; column: number } {
  let best = { cost: Number.POSITIVE_INFINITY, column: from.from };
  for (const [index, cost] of from.costs.entries()) {
    const column = from.from + index;
    const least = cost + Math.min(costAt(to, column), costAt(to, column - 1));
    if (least < best.cost) best = { cost: least, column };
  }
  return best;
}

/** Finds the cheapest step between two rows that skips columns. */
function findInsertion(to: Row, from: Row, filler: number): { cost: number; start: number; end: number } {
  let best = { cost: Number.POSITIVE_INFINITY, start: 0, end: 0 };
  let left = { cost: Number.POSITIVE_INFINITY, column: 0 };
  for (const [index, cost] of from.costs.entries()) {
    const end = from.from + index;
    const start = end - SHORTEST_INSERTION;
    const candidate = costAt(to, start - 1) - filler * start;
    if (candidate < left.cost) left = { cost: candidate, column: start };
    const total = left.cost + filler * end + cost;
    if (total < best.cost) best = { cost: total, start: left.column, end };
  }
  return best;
}

/** Computes the costs of the cheapest paths from the first pair of frames to the cells of the requested rows. */
function accumulate(reference: Frames, target: Frames, band: Band, wanted: ReadonlySet<number>): Map<number, Row> {
  const kept = new Map<number, Row>();
  const distancesToTarget = measureTo(target);
  let before = new Float64Array(target.count + 2).fill(Number.POSITIVE_INFINITY);
  let current = before.slice();
  for (let row = 0; row < reference.count; row++) {
    const [from, to] = [band.from[row]!, band.to[row]!];
    const distances = distancesToTarget.measure(reference, row, from, to);
    let left = Number.POSITIVE_INFINITY;
    for (let column = from; column < to; column++) {
      const distance = distances[column - from]!;
      const diagonal = row === 0 && column === 0 ? distance : before[column]! + DIAGONAL_WEIGHT * distance;
      left = Math.min(diagonal, Math.min(before[column + 1]!, left) + distance + STRETCH_PENALTY);
      current[column + 1] = left;
    }
    current[from] = Number.POSITIVE_INFINITY;
    current[to + 1] = Number.POSITIVE_INFINITY;
    if (wanted.has(row)) kept.set(row, { from, costs: current.slice(from + 1, to + 1) });
    [before, current] = [current, before];
  }
  return kept;
}

/** Computes the costs of the cheapest paths from the cells of the requested rows to the last pair of frames. */
function accumulateBackwards(reference: Frames, target: Frames, band: Band, wanted: ReadonlySet<number>): Map<number, Row> {
  const [rows, columns] = [reference.count, target.count];
  const mirrored: Band = {
    from: band.to.map((to) => columns - to).reverse(),
    to: band.from.map((from) => columns - from).reverse(),
  };
  const mirror = (row: number) => rows - 1 - row;
  const kept = accumulate(reverseFrames(reference), reverseFrames(target), mirrored, new Set([...wanted].map(mirror)));
  return new Map([...kept].map(([row, { from, costs }]) => [mirror(row), { from: columns - from - costs.length, costs: costs.reverse() }]));
}

function reverseFrames({ data, count, size }: Frames): Frames {
  const reversed = new Float32Array(data.length);
  for (let frame = 0; frame < count; frame++) {
    reversed.set(data.subarray(frame * size, (frame + 1) * size), (count - 1 - frame) * size);
  }
  return { data: reversed, count, size };
}
