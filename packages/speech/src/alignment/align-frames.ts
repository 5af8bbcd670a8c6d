import { downsampleFrames, type Frames, HOP } from './features.ts';
import { fitSpeakerTransform } from './speaker-transform.ts';
import { bandAlongPath, measurePathCost, measureUnrelatedDistance, type Path, sakoeChibaBand, warp } from './warping.ts';

/** Downsampling factor for the coarse alignment. */
const COARSE = 4;
/**
 * Downsampling factor for long recordings, and the minimum number of frames for a recording to count as long. Time and memory grow
 * quadratically with length.
 */
const VERY_COARSE = 8;
const LONG_FRAMES = 6_000;
/** Half-width of the Sakoe-Chiba band for the coarse path, in seconds or as a fraction of the recording, whichever is larger. */
const BAND_SECONDS = 15;
const BAND_SHARE = 0.2;
/** Half-width of the band around the previous path after adaptation, in seconds. */
const ADAPTED_BAND_SECONDS = 2;
/** Half-width of the band around the coarse path in which to search for the fine path, in seconds. */
const FINE_BAND_SECONDS = 0.5;
/** Number of times the reference is adapted to the target's voice and warped again. */
const ADAPTATIONS = 2;
/** Maximum number of frame pairs for the finer downsampling in `measureCoarseCost`: four seconds of each recording. */
const MAX_COARSE_PAIRS = 160_000;

export interface FrameAlignment {
  path: Path;
  /**
   * Mean distance between matched frames, divided by the mean distance between unrelated frames: 0 for identical speech, 1 if nothing
   * matches.
   */
  cost: number;
  /** The reference, transformed to the target's voice. */
  adapted: Frames;
}

/**
 * Aligns the frames of two recordings, first coarsely, then with the reference adapted to the target's voice, and finally at full
 * resolution.
 */
export function alignFrames(reference: Frames, target: Frames): FrameAlignment {
  const coarseTarget = downsampleFrames(target, COARSE);
  const coarseReference = downsampleFrames(reference, COARSE);
  const coarsest = Math.min(reference.count, target.count) > LONG_FRAMES ? VERY_COARSE : COARSE;
  let path = warpCoarsely(downsampleFrames(reference, coarsest), downsampleFrames(target, coarsest), coarsest);
  if (coarsest !== COARSE) {
    const band = bandAlongPath(path, coarsest / COARSE, coarseReference.count, coarseTarget.count, ADAPTED_BAND_SECONDS / HOP / COARSE);
    path = warp(coarseReference, coarseTarget, band);
  }
  let adapted = reference;
  for (let round = 0; round < ADAPTATIONS; round++) {
    adapted = fitSpeakerTransform(coarseReference, coarseTarget, path)(reference);
    const coarse = downsampleFrames(adapted, COARSE);
    const band = bandAlongPath(path, 1, coarse.count, coarseTarget.count, ADAPTED_BAND_SECONDS / HOP / COARSE);
    path = warp(coarse, coarseTarget, band);
  }
  const fine = warp(adapted, target, bandAlongPath(path, COARSE, adapted.count, target.count, FINE_BAND_SECONDS / HOP));
  return { path: fine, cost: fine.cost / measureUnrelatedDistance(adapted, target), adapted };
}

/** Measures how well two short recordings match at coarse resolution, relative to the mean distance between unrelated frames. */
export function measureCoarseCost(reference: Frames, target: Frames): number {
  const factor = reference.count * target.count > MAX_COARSE_PAIRS ? VERY_COARSE : COARSE;
  const [one, other] = [downsampleFrames(reference, factor), downsampleFrames(target, factor)];
  const adapted = fitSpeakerTransform(one, other, warpCoarsely(one, other, factor))(one);
  return measurePathCost(adapted, other, warpCoarsely(adapted, other, factor)) / measureUnrelatedDistance(adapted, other);
}

/** Warps frames that were downsampled by `factor`, within a wide Sakoe-Chiba band. */
function warpCoarsely(reference: Frames, target: Frames, factor: number): Path {
  const radius = Math.max(BAND_SECONDS / HOP / factor, BAND_SHARE * target.count);
  return warp(reference, target, sakoeChibaBand(reference.count, target.count, Math.ceil(radius)));
}
