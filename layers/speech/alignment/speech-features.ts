import type { Audio } from '../speech.ts';
import { describeSound, type Frames, HOP, measureBands, selectFrames } from './features.ts';
import type { Pause } from './pauses.ts';
import { findSpeech, type Run } from './voice-activity.ts';

/** What the alignment compares of a sound: the frames that matter, and where they are in it. */
export interface Description {
  frames: Frames;
  /** The number in the whole sound of each frame; rises. */
  numbers: Int32Array;
  /** When the speech is first loud, s. */
  onset: number;
  pauses: Pause[];
  /** What is hardly heard in it, pauses and shorter ones; undefined where noise does not let it be told. */
  lulls: Pause[] | undefined;
}

/** Describes a sound; `tract` is how much longer the speaker's vocal tract shall seem. */
export function describeAudio(audio: Audio, tract = 1): Description {
  return describeBands(measureBands(audio, tract));
}

/** Describes a sound of which the energies are known, or a stretch of its frames as if there were nothing else. */
export function describeBands(bands: Frames, stretch: Run = { start: 0, end: bands.count }): Description {
  const { data, size } = bands;
  const part = {
    data: data.subarray(stretch.start * size, stretch.end * size),
    count: stretch.end - stretch.start,
    size,
  };
  const { frames, onset, pauses, lulls } = findSpeech(part);
  const toSeconds = ({ start, end }: Run): Pause => ({
    start: (stretch.start + start) * HOP,
    end: (stretch.start + end) * HOP,
  });
  return {
    frames: describeSound(selectFrames(part, frames)),
    numbers: frames.map((frame) => stretch.start + frame),
    onset: (stretch.start + onset) * HOP,
    pauses: pauses.map(toSeconds),
    lulls: lulls?.map(toSeconds),
  };
}

/** Seconds into the sound of a frame; fractional frames lie between their neighbours. */
export function findTime({ numbers }: Description, frame: number): number {
  const floor = Math.min(Math.max(Math.floor(frame), 0), numbers.length - 1);
  const low = numbers[floor]!;
  return (low + (frame - floor) * ((numbers[floor + 1] ?? low) - low)) * HOP;
}

/** The fractional frame at a time of the sound; the first and the last stand for what lies beyond them. */
export function findFrame({ numbers }: Description, time: number): number {
  const number = time / HOP;
  let [low, high] = [0, numbers.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= number) low = middle;
    else high = middle;
  }
  const [before, after] = [numbers[low]!, numbers[high]!];
  const part = after > before ? (number - before) / (after - before) : 0;
  return low + Math.min(Math.max(part, 0), 1);
}
