import { measureCoarseCost } from './align-frames.ts';
import type { Frames, MelEnergies } from './features.ts';
import { extractFromMelEnergies, frameToTime, type SpeechFeatures, timeToFrame } from './speech-features.ts';
import { type FrameRange, isStationaryNoise } from './voice-activity.ts';

/** Maximum length of the reference to compare when searching for an edge, in seconds. */
const EXCERPT = 8;
/** Number of parts into which the recording is divided to find the initial cuts. */
const PARTS = 10;
/** Precision of an edge, in frames. */
const PRECISION = 2;
/** Cost reduction that justifies a cut. Clean recordings gain up to .05; removing one second of noise gains .12. */
const MIN_GAIN = 0.08;
/**
 * Number of frames around a cut in which to search for the end of stationary noise, and number of frames before them that characterize the
 * noise.
 */
const MARGIN_BEFORE = 80;
const MARGIN_AFTER = 15;
const NOISE_FRAMES = 100;
/** Noise ends where this number of consecutive frames differs from it by this number of standard deviations, averaged over the filters. */
const CHANGED_FRAMES = 5;
const CHANGED_DEVIATIONS = 1.6;
/** Minimum standard deviation of a filter's log energy, in nepers. */
const MIN_DEVIATION = 0.3;
/** Maximum ratio between the frame counts of the cut recording and the reference (in either direction) at which a cut is tried. */
const MAX_FRAME_RATIO = 4;
const MIN_FRAME_RATIO = 0.4;

/**
 * Finds the part of a recording that contains the text, in case other loud sounds (noise, music, hum) precede or follow it. The cuts with
 * the lowest cost win: sound that doesn't match the text costs as much as unrelated frames, and so do words whose speech was cut off.
 * @param locate Maps times in the reference to times in the recording (both in seconds), based on an alignment without cuts.
 * @returns the range in frames, or undefined if no cut lowers the cost enough
 */
export function findSpeechExtent(
  reference: SpeechFeatures,
  melEnergies: MelEnergies,
  locate: (time: number) => number,
): FrameRange | undefined {
  const { frames } = reference;
  const [first, last] = [frameToTime(reference, 0), frameToTime(reference, frames.count - 1)];
  const isLong = last - first > EXCERPT;
  const place = (time: number) => Math.min(Math.round(locate(time) / melEnergies.hop), melEnergies.count);
  const head = isLong ? cutRows(frames, 0, timeToFrame(reference, first + EXCERPT)) : frames;
  const until = isLong ? place(first + EXCERPT) : melEnergies.count;
  const start = refineStart(
    melEnergies,
    searchCut(until, (cut) => measureStretchCost(head, melEnergies, { start: cut, end: until })),
  );
  const tail = isLong ? cutRows(frames, timeToFrame(reference, last - EXCERPT), frames.count) : frames;
  const from = isLong ? Math.max(start, place(last - EXCERPT)) : start;
  const end =
    melEnergies.count -
    searchCut(melEnergies.count - from, (cut) => measureStretchCost(tail, melEnergies, { start: from, end: melEnergies.count - cut }));
  return start > 0 || end < melEnergies.count ? { start, end } : undefined;
}

/** Finds the number of frames to cut off for the lowest cost, or 0 if cutting gains too little. */
function searchCut(count: number, measureRest: (cut: number) => number): number {
  const uncut = measureRest(0);
  let best = { cut: 0, cost: uncut };
  const tryCut = (cut: number) => {
    if (cut < 0 || cut >= count) return;
    const cost = measureRest(cut);
    if (cost < best.cost) best = { cut, cost };
  };
  for (let part = 1; part < PARTS; part++) tryCut(Math.round((part * count) / PARTS));
  for (let reach = count / PARTS / 2; reach >= PRECISION; reach /= 2) {
    const { cut } = best;
    tryCut(Math.round(cut - reach));
    tryCut(Math.round(cut + reach));
  }
  return best.cost < uncut - MIN_GAIN ? best.cut : 0;
}

/** Moves a cut to the end of the noise before it, if that noise is stationary. */
function refineStart(melEnergies: Frames, cut: number): number {
  const noise = { start: Math.max(0, cut - MARGIN_BEFORE - NOISE_FRAMES), end: cut - MARGIN_BEFORE };
  if (noise.end - noise.start < NOISE_FRAMES / 2 || !isStationaryNoise(melEnergies, noise)) return cut;
  const { data, size } = melEnergies;
  const level = (frame: number, band: number) => Math.log(data[frame * size + band]! + 1e-12);
  const frames = Array.from({ length: noise.end - noise.start }, (_, index) => noise.start + index);
  const usual = Array.from({ length: size }, (_, band) => {
    const levels = frames.map((frame) => level(frame, band));
    const mean = levels.reduce((sum, value) => sum + value, 0) / levels.length;
    const variance = levels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / levels.length;
    return { mean, deviation: Math.max(MIN_DEVIATION, Math.sqrt(variance)) };
  });
  const isChanged = (frame: number) =>
    usual.reduce((sum, { mean, deviation }, band) => sum + Math.abs(level(frame, band) - mean) / deviation, 0) / size > CHANGED_DEVIATIONS;
  const last = Math.min(cut + MARGIN_AFTER, melEnergies.count - CHANGED_FRAMES);
  for (let frame = noise.end; frame < last; frame++) {
    if (Array.from({ length: CHANGED_FRAMES }, (_, index) => frame + index).every(isChanged)) return frame;
  }
  return cut;
}

function measureStretchCost(reference: Frames, melEnergies: MelEnergies, stretch: FrameRange): number {
  const { frames } = extractFromMelEnergies(melEnergies, stretch);
  const pace = frames.count / reference.count;
  return pace < MIN_FRAME_RATIO || pace > MAX_FRAME_RATIO ? 1 : measureCoarseCost(reference, frames);
}

function cutRows({ data, size }: Frames, from: number, to: number): Frames {
  const [first, last] = [Math.round(from), Math.round(to)];
  return { data: data.subarray(first * size, last * size), count: last - first, size };
}
