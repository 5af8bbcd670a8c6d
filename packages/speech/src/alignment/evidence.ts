import { type Distances, measureTo } from './distances.ts';
import { downsampleFrames, type Frames, selectFrames } from './features.ts';
import { applyPhoneticWeights } from './phonetic-weights.ts';
import type { Path } from './warping.ts';

/**
 * Number of path steps per window, and between the starts of windows. At an even tempo, a window covers 0.6 s of speech, and windows
 * overlap by half.
 */
const WINDOW_STEPS = 60;
const STRIDE = 30;
/** Downsampling factor. Differences between phones last longer than one frame. */
const DOWNSAMPLING = 3;
/** Number of decoys (other parts of the reference) to compare each window with. */
const DECOYS = 12;
/** Number of frames per piece when a short reference is shuffled into decoys. A piece is shorter than most phones. */
const PIECE = 2;
/** Maximum tempo ratio between the recording and the reference within a window. Above it, their words must differ. */
const MAX_TEMPO_RATIO = 3.5;
/**
 * Maximum level of a pause, on the scale of the standardized energy feature: half a standard deviation below the mean (the feature is
 * weighted by 1.5).
 */
const QUIET_LEVEL = -0.75;

/** Scores that show how well a window of the recording matches the transcript. */
export interface WindowEvidence {
  /** The window in frames of the reference and of the target; `end` is exclusive. */
  reference: { start: number; end: number };
  target: { start: number; end: number };
  /**
   * Margin by which the recording is closer to its text than to decoys: .03 to .10 on average for wrong texts, .10 to .30 for correct ones.
   */
  margin: number;
  /** The same margin with features weighted by how well they distinguish phones, or undefined for a pause missing from the reference. */
  phoneticMargin: number | undefined;
}

/**
 * Scores how well each window of a recording matches its text. The path cost cannot show this, because it depends on the voice, the room,
 * and noise, and because warping makes any two sounds somewhat similar. Each window is therefore also compared with decoys, which are other
 * parts of the reference with the same length and voice that are warped just as freely.
 * @param reference Features of the reference, transformed to the target's voice.
 * @param path Warping path between the reference and the target.
 * @returns the windows, in order
 */
export function scoreWindows(reference: Frames, target: Frames, path: Path): WindowEvidence[] {
  const [coarseReference, coarseTarget] = [downsampleFrames(reference, DOWNSAMPLING), downsampleFrames(target, DOWNSAMPLING)];
  const [weightedReference, weightedTarget] = [applyPhoneticWeights(coarseReference), applyPhoneticWeights(coarseTarget)];
  const steps = path.reference.length;
  const windows: WindowEvidence[] = [];
  for (let start = 0; start === 0 || start + WINDOW_STEPS <= steps; start += STRIDE) {
    const last = Math.min(start + WINDOW_STEPS, steps) - 1;
    const window = {
      reference: { start: path.reference[start]!, end: path.reference[last]! + 1 },
      target: { start: path.target[start]!, end: path.target[last]! + 1 },
    };
    const isWithin = window.reference.start > 0 && window.reference.end < reference.count;
    const phoneticMargin = isWithin && isPause(target, window) ? undefined : scoreWindow(weightedReference, weightedTarget, window);
    windows.push({ ...window, margin: scoreWindow(coarseReference, coarseTarget, window), phoneticMargin });
  }
  return windows;
}

type Window = Pick<WindowEvidence, 'reference' | 'target'>;

/** Checks whether the recording has a pause that is missing from the reference. */
function isPause({ data, size }: Frames, { reference, target }: Window): boolean {
  const length = target.end - target.start;
  if (length <= MAX_TEMPO_RATIO * (reference.end - reference.start)) return false;
  let loudness = 0;
  for (let frame = target.start; frame < target.end; frame++) loudness += data[frame * size]!;
  return loudness / length < QUIET_LEVEL;
}

function scoreWindow(coarseReference: Frames, coarseTarget: Frames, { reference, target }: Window): number {
  const [length, targetLength] = [reference.end - reference.start, target.end - target.start];
  if (Math.max(length, targetLength) > MAX_TEMPO_RATIO * Math.min(length, targetLength)) return 0;
  const segment = cutFrames(coarseTarget, target.start / DOWNSAMPLING, targetLength / DOWNSAMPLING);
  const start = Math.floor(reference.start / DOWNSAMPLING);
  const size = Math.max(1, Math.round(length / DOWNSAMPLING));
  const targetDistances = measureTo(segment);
  const measure = (coarseReference: Frames) => measureDtwDistance(coarseReference, targetDistances, segment.count);
  const distance = measure(cutFrames(coarseReference, start, size));
  const decoys =
    coarseReference.count >= 4 * size
      ? sampleDecoys(coarseReference, start, size)
      : shuffleIntoDecoys(cutFrames(coarseReference, start, size));
  const others = decoys.map(measure);
  const mean = others.reduce((sum, other) => sum + other, 0) / others.length;
  return mean > 0 ? 1 - distance / mean : 0;
}

/** Selects decoys spread evenly over the reference, away from a position. */
function sampleDecoys(coarseReference: Frames, start: number, size: number): Frames[] {
  const room = coarseReference.count - 3 * size;
  return Array.from({ length: DECOYS }, (_, index) => {
    const place = (start + 1.5 * size + (room * (index + 0.5)) / DECOYS) % coarseReference.count;
    return cutFrames(coarseReference, Math.min(place, coarseReference.count - size), size);
  });
}

/** Shuffles the pieces of a window into decoys, with a fixed seed. */
function shuffleIntoDecoys(window: Frames): Frames[] {
  const pieces = Math.ceil(window.count / PIECE);
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: DECOYS }, () => {
    const order = Array.from({ length: pieces }, (_, piece) => ({ piece, key: random() }));
    order.sort((one, other) => one.key - other.key);
    const frames = order.flatMap(({ piece }) => Array.from({ length: PIECE }, (_, frame) => piece * PIECE + frame));
    return selectFrames(window, Int32Array.from(frames.filter((frame) => frame < window.count)));
  });
}

function cutFrames({ data, count, size }: Frames, start: number, length: number): Frames {
  const from = Math.min(Math.max(0, Math.floor(start)), count - 1);
  const to = Math.min(count, from + Math.max(1, Math.round(length)));
  return { data: data.subarray(from * size, to * size), count: to - from, size };
}

/**
 * Computes the mean distance between two short ranges after unrestricted warping. Every path has the same weight: the sum of the two frame
 * counts.
 */
function measureDtwDistance(one: Frames, targetDistances: Distances, count: number): number {
  // Accumulated costs. The first column is a sentinel; no path starts there.
  let before = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  let current = before.slice();
  before[0] = 0;
  for (let row = 0; row < one.count; row++) {
    const distances = targetDistances.measure(one, row, 0, count);
    let left = Number.POSITIVE_INFINITY;
    for (let column = 0; column < count; column++) {
      const distance = distances[column]!;
      left = Math.min(before[column]! + 2 * distance, before[column + 1]! + distance, left + distance);
      current[column + 1] = left;
    }
    [before, current] = [current, before];
    before[0] = Number.POSITIVE_INFINITY;
  }
  return before[count]! / (one.count + count);
}
