import type { Audio } from '../speech.ts';
import { computeMelEnergies, computeMfcc, type Frames, type MelEnergies, selectFrames } from './features.ts';
import type { Pause } from './pauses.ts';
import { detectVoiceActivity, type FrameRange } from './voice-activity.ts';

/** Features of the speech in a recording, and the positions of the frames in the recording. */
export interface SpeechFeatures {
  /** MFCCs of the frames that contain speech; see `computeMfcc`. */
  frames: Frames;
  /** Indices of the frames in the whole recording, in ascending order. */
  sourceFrames: Int32Array;
  /** Frame spacing of the whole recording, in seconds. */
  hop: number;
  /** Start of loud speech, in seconds. */
  onset: number;
  pauses: Pause[];
  /** All spans that are much quieter than the speech, including pauses, or undefined if they can't be found because of noise. */
  quietSpans: Pause[] | undefined;
}

/** Extracts the features of the speech. `vtlnWarp` scales the mel filters. Values above 1 are for a longer vocal tract. */
export function extractSpeechFeatures(audio: Audio, vtlnWarp = 1): SpeechFeatures {
  return extractFromMelEnergies(computeMelEnergies(audio, { warp: vtlnWarp }));
}

/** Extracts features from the mel energies of a recording or part of one. */
export function extractFromMelEnergies(
  melEnergies: MelEnergies,
  stretch: FrameRange = { start: 0, end: melEnergies.count },
): SpeechFeatures {
  const { data, size, hop } = melEnergies;
  const part = {
    data: data.subarray(stretch.start * size, stretch.end * size),
    count: stretch.end - stretch.start,
    size,
  };
  const { frames, onset, pauses, quietSpans } = detectVoiceActivity(part);
  const toSeconds = ({ start, end }: FrameRange): Pause => ({
    start: (stretch.start + start) * hop,
    end: (stretch.start + end) * hop,
  });
  return {
    frames: computeMfcc(selectFrames(part, frames)),
    sourceFrames: frames.map((frame) => stretch.start + frame),
    hop,
    onset: (stretch.start + onset) * hop,
    pauses: pauses.map(toSeconds),
    quietSpans: quietSpans?.map(toSeconds),
  };
}

/** Returns the time of a frame in the recording, in seconds. Fractional frames are interpolated. */
export function frameToTime({ sourceFrames, hop }: SpeechFeatures, frame: number): number {
  const floor = Math.min(Math.max(Math.floor(frame), 0), sourceFrames.length - 1);
  const low = sourceFrames[floor]!;
  return (low + (frame - floor) * ((sourceFrames[floor + 1] ?? low) - low)) * hop;
}

/** Returns the fractional frame at the given time in the recording, in seconds. Times out of range map to the first or last frame. */
export function timeToFrame({ sourceFrames, hop }: SpeechFeatures, time: number): number {
  const number = time / hop;
  let [low, high] = [0, sourceFrames.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sourceFrames[middle]! <= number) low = middle;
    else high = middle;
  }
  const [before, after] = [sourceFrames[low]!, sourceFrames[high]!];
  const part = after > before ? (number - before) / (after - before) : 0;
  return low + Math.min(Math.max(part, 0), 1);
}
