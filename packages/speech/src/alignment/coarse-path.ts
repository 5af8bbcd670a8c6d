import type { Audio } from '../speech.ts';
import { downsampleFrames, type Frames, HOP } from './features.ts';
import { fitSpeakerTransform } from './speaker-transform.ts';
import { extractSpeechFeatures, frameToTime } from './speech-features.ts';
import { bandAlongPath, interpolatePath, sakoeChibaBand, warp } from './warping.ts';

/** Length of the blocks from which features are extracted one after another, in seconds. Limits memory use. */
const BLOCK_SECONDS = 60;
/** Downsampling factors for 80 ms frames and, for the first path, 160 ms frames. */
const COARSE = 8;
const COARSEST_FACTOR = 2;
/** Half-width of the band: as a fraction of the recording for the first path, and in seconds for the later ones. */
const BAND_SHARE = 0.1;
const REFINED_BAND_SECONDS = 10;

/** Coarse features of a long recording, and the time of each frame, in seconds. */
interface CoarseFeatures {
  frames: Frames;
  times: Float64Array;
}

/**
 * Aligns two long recordings coarsely, using little memory: about 80 kB per minute for the features and 1 MB for the path.
 * @returns a function that maps times in the reference to times in the target (both in seconds), accurate to a few tenths of a second
 */
export function findCoarsePath(reference: Audio, target: Audio): (time: number) => number {
  const [one, other] = [extractCoarseFeatures(reference), extractCoarseFeatures(target)];
  const [rows, columns] = [one.frames.count, other.frames.count];
  const [small, smallTarget] = [one, other].map(({ frames }) => downsampleFrames(frames, COARSEST_FACTOR)) as [Frames, Frames];
  const radius = Math.ceil(BAND_SHARE * smallTarget.count);
  let path = warp(small, smallTarget, sakoeChibaBand(small.count, smallTarget.count, radius));
  const width = REFINED_BAND_SECONDS / HOP / COARSE;
  path = warp(one.frames, other.frames, bandAlongPath(path, COARSEST_FACTOR, rows, columns, width));
  const adapted = fitSpeakerTransform(one.frames, other.frames, path)(one.frames);
  path = warp(adapted, other.frames, bandAlongPath(path, 1, rows, columns, width));
  const locate = interpolatePath(path);
  return (time) => interpolate(other.times, locate(findPlace(one.times, time)));
}

function extractCoarseFeatures({ samples, sampleRate }: Audio): CoarseFeatures {
  const length = BLOCK_SECONDS * sampleRate;
  const blocks: CoarseFeatures[] = [];
  for (let start = 0; start < samples.length; start += length) {
    const features = extractSpeechFeatures({ samples: samples.subarray(start, start + length), sampleRate });
    const frames = downsampleFrames(features.frames, COARSE);
    const times = Float64Array.from(
      { length: frames.count },
      (_, row) => start / sampleRate + frameToTime(features, row * COARSE + (COARSE - 1) / 2),
    );
    blocks.push({ frames, times });
  }
  const { size } = blocks[0]!.frames;
  const count = blocks.reduce((sum, { frames }) => sum + frames.count, 0);
  const joined: CoarseFeatures = {
    frames: { data: new Float32Array(count * size), count, size },
    times: new Float64Array(count),
  };
  let row = 0;
  for (const { frames, times } of blocks) {
    joined.frames.data.set(frames.data, row * size);
    joined.times.set(times, row);
    row += frames.count;
  }
  return joined;
}

function interpolate(values: Float64Array, place: number): number {
  const floor = Math.min(Math.max(Math.floor(place), 0), values.length - 1);
  const low = values[floor]!;
  return low + (place - floor) * ((values[floor + 1] ?? low) - low);
}

/** Returns the fractional index of a value in an ascending array. */
function findPlace(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle;
  }
  const [before, after] = [values[low]!, values[high]!];
  return low + (after > before ? Math.min(Math.max((value - before) / (after - before), 0), 1) : 0);
}
