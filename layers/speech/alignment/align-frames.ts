import { type Frames, HOP, thinFrames } from './features.ts';
import { learnAdaptation } from './speaker-transform.ts';
import { layBandAlong, layStraightBand, measureDistance, measureEffort, type Path, warp } from './warping.ts';

/** Fine frames in a coarse one. */
const COARSE = 4;

/** Fine frames in one of the first look at a long recording, and how many frames make it long: time and memory go with the square. */
const ROUGH = 8;
const LONG = 6_000;

/** How far the coarse path may stray from the straight line: this many seconds, or this part of the recording. */
const STRAY_SECONDS = 15;
const STRAY_PART = 0.2;

/** Seconds that an adapted coarse path may stray from the one before. */
const ADAPTED_STRAY = 2;

/** Seconds that the fine path may stray from the coarse one. */
const FINE_STRAY = 0.5;

/** Times that the reference voice is adapted to the recorded one and warped again. */
const ADAPTATIONS = 2;

/** Pairs of frames of two sounds, at most, that are compared in the finer of the coarse ways: four seconds of each. */
const FEW_PAIRS = 160_000;

/** Pairs of frames, at least, whose distance tells how far apart unmatched frames are. */
const PAIRS = 20_000;

export interface Alignment {
  path: Path;
  /** Distance of the matched frames as a part of that of any frames: 0 for the same sound, 1 when nothing matches. */
  cost: number;
  /** The reference as it was adapted to the target. */
  adapted: Frames;
}

/** Finds which frame of the target is which of the reference: coarsely, then with the reference voice adapted, then finely. */
export function alignFrames(reference: Frames, target: Frames): Alignment {
  const coarseTarget = thinFrames(target, COARSE);
  const coarseReference = thinFrames(reference, COARSE);
  const rough = Math.min(reference.count, target.count) > LONG ? ROUGH : COARSE;
  let path = lookRoughly(thinFrames(reference, rough), thinFrames(target, rough), rough);
  if (rough !== COARSE) {
    const nearby = layBandAlong(
      path,
      rough / COARSE,
      coarseReference.count,
      coarseTarget.count,
      ADAPTED_STRAY / HOP / COARSE,
    );
    path = warp(coarseReference, coarseTarget, nearby);
  }
  let adapted = reference;
  for (let round = 0; round < ADAPTATIONS; round++) {
    adapted = learnAdaptation(coarseReference, coarseTarget, path)(reference);
    const coarse = thinFrames(adapted, COARSE);
    const nearby = layBandAlong(path, 1, coarse.count, coarseTarget.count, ADAPTED_STRAY / HOP / COARSE);
    path = warp(coarse, coarseTarget, nearby);
  }
  const fine = warp(adapted, target, layBandAlong(path, COARSE, adapted.count, target.count, FINE_STRAY / HOP));
  return { path: fine, cost: fine.cost / measureUnmatched(adapted, target), adapted };
}

/**
 * How well two brief sounds match when they are looked at coarsely.
 *
 * @returns the effort to warp one onto the other, as a part of the distance of any frames
 */
export function compareRoughly(reference: Frames, target: Frames): number {
  const factor = reference.count * target.count > FEW_PAIRS ? ROUGH : COARSE;
  const [one, other] = [thinFrames(reference, factor), thinFrames(target, factor)];
  const adapted = learnAdaptation(one, other, lookRoughly(one, other, factor))(one);
  return measureEffort(adapted, other, lookRoughly(adapted, other, factor)) / measureUnmatched(adapted, other);
}

/** The path through frames of so many fine ones each, anywhere that a speaker could have gone. */
function lookRoughly(reference: Frames, target: Frames, factor: number): Path {
  const stray = Math.max(STRAY_SECONDS / HOP / factor, STRAY_PART * target.count);
  return warp(reference, target, layStraightBand(reference.count, target.count, Math.ceil(stray)));
}

/** Mean distance of frames that have nothing to do with each other. */
function measureUnmatched(reference: Frames, target: Frames): number {
  const stride = Math.max(1, Math.floor((reference.count * target.count) / PAIRS));
  let [sum, pairs] = [0, 0];
  for (let pair = 0; pair < reference.count * target.count; pair += stride, pairs++) {
    sum += measureDistance(reference, Math.floor(pair / target.count), target, pair % target.count);
  }
  return sum / pairs;
}
