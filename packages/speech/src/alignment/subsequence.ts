import { downsampleFrames, type Frames } from './features.ts';
import { applyPhoneticWeights } from './phonetic-weights.ts';
import { measureDistance } from './warping.ts';

/** Downsampling factor (40 ms per frame), and maximum number of frame pairs to compare: 100 seconds of each recording. */
const COARSE = 4;
const MAX_PAIRS = 6_250_000;
/** Cost of repeating or skipping a reference frame, in addition to the distance. */
const STEP_PENALTY = 0.3;
/** Maximum number of reference frames per step. A speaker can be up to three times as fast as the reference. */
const FASTEST_STEP = 3;

/**
 * Finds the part of the reference that is in a recording when the beginning or end of the text is missing. Uses the cheapest path (Viterbi)
 * through ascending frames.
 * @returns the first and last frame of the reference, or undefined if the recordings are too long to compare
 */
export function findSubsequence(reference: Frames, target: Frames): { first: number; last: number } | undefined {
  const [coarseReference, coarseTarget] = [downsampleFrames(reference, COARSE), downsampleFrames(target, COARSE)];
  if (coarseReference.count * coarseTarget.count > MAX_PAIRS) return undefined;
  const { first, last } = searchCheapestPath(applyPhoneticWeights(coarseReference), applyPhoneticWeights(coarseTarget));
  return { first: first * COARSE, last: Math.min(last * COARSE + COARSE, reference.count) - 1 };
}

/** Returns the first and last reference frame of the cheapest path. Every path stores its starting frame. */
function searchCheapestPath(coarseReference: Frames, target: Frames): { first: number; last: number } {
  const { count } = coarseReference;
  let costs = Float64Array.from({ length: count }, (_, row) => measureDistance(coarseReference, row, target, 0));
  let starts = Int32Array.from({ length: count }, (_, row) => row);
  for (let frame = 1; frame < target.count; frame++) {
    const [nextCosts, nextStarts] = [new Float64Array(count), new Int32Array(count)];
    for (let row = 0; row < count; row++) {
      let [best, from] = [costs[row]! + STEP_PENALTY, row];
      for (let step = 1; step <= Math.min(FASTEST_STEP, row); step++) {
        const cost = costs[row - step]! + (step - 1) * STEP_PENALTY;
        if (cost < best) [best, from] = [cost, row - step];
      }
      nextCosts[row] = best + measureDistance(coarseReference, row, target, frame);
      nextStarts[row] = starts[from]!;
    }
    [costs, starts] = [nextCosts, nextStarts];
  }
  const last = costs.indexOf(costs.reduce((least, cost) => Math.min(least, cost)));
  return { first: starts[last]!, last };
}
