import type { Audio } from '../speech.ts';
import { computeMelEnergies, computeMfcc, type Frames, type MelEnergies, selectFrames } from './features.ts';
import type { Pause } from './pauses.ts';
import { detectVoiceActivity, type FrameRange } from './voice-activity.ts';

/** Features of a recording's speech, and the positions of its frames in the recording. */
export interface SpeechFeatures {
  /** MFCCs of the frames with speech, see `computeMfcc`. */
  frames: Frames;
  /** Index of each frame in the whole recording; ascending. */
  sourceFrames: Int32Array;
  /** Time between two frames of the whole recording, s. */
  hop: number;
  /** Start of loud speech, s. */
  onset: number;
  pauses: Pause[];
  /** All spans much quieter than the speech, including pauses; undefined if noise is too loud to find them. */
  quietSpans: Pause[] | undefined;
}

/** Extracts the features of the speech; `vtlnWarp` is the factor of the mel filters, above 1 for a longer vocal tract. */
export function extractSpeechFeatures(audio: Audio, vtlnWarp = 1): SpeechFeatures {
  return extractFromMelEnergies(computeMelEnergies(audio, { warp: vtlnWarp }));
}

/** Extracts the features of a recording, or of a part of it, from known mel energies. */
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

/** Time of a frame in the recording, s. Fractional frames are interpolated. */
export function frameToTime({ sourceFrames, hop }: SpeechFeatures, frame: number): number {
  const floor = Math.min(Math.max(Math.floor(frame), 0), sourceFrames.length - 1);
  const low = sourceFrames[floor]!;
  return (low + (frame - floor) * ((sourceFrames[floor + 1] ?? low) - low)) * hop;
}

/** The fractional frame at a time of the recording in seconds; the first or last frame for times beyond them. */
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
