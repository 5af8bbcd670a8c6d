import { type Distances, measureTo } from './distances.ts';
import { type Frames, selectFrames, thinFrames } from './features.ts';
import { weighFrames } from './phonetic-weights.ts';
import type { Path } from './warping.ts';

/** Steps of the path in one window, and from one window to the next: 0.6 s of evenly spoken sound, each twice covered. */
const WINDOW = 60;
const STRIDE = 30;

/** Frames that are compared as one: sounds differ over longer times. */
const THIN = 3;

/** Wrong stretches of the reference that each stretch is compared with. */
const DECOYS = 12;

/** Frames of a piece when a short reference is shuffled into decoys: shorter than most sounds. */
const PIECE = 2;

/** A recording that is so many times as fast or as slow as the reference for a whole window says something else there. */
const STRAINED_PACE = 3.5;

/** The loudness, in the features' terms, below which a stretch of a recording is a pause: half a deviation below the mean. */
const QUIET = -0.75;

/** How well a stretch of the recording sounds like what the transcript says there. */
export interface Evidence {
  /** The stretch, in frames of the reference and of the target; the ends are not among them. */
  reference: { start: number; end: number };
  target: { start: number; end: number };
  /**
   * How much closer the recording is to the reference's own stretch than to others of it: 0 when any other text would fit as well
   * (measured: .03 to .10 on average with a wrong text, .10 to .30 with the right one).
   */
  margin: number;
  /** The same by what tells sounds apart rather than voices; undefined for a pause within that only the recording has. */
  telling: number | undefined;
}

/**
 * Weighs whether a recording says its text. The distance of the warped sounds alone cannot tell: it depends on the voice, the room
 * and the noise, and warping makes any two sounds somewhat alike. Each stretch of the recording is therefore compared with
 * the stretch of the reference that was laid on it and with others as long, which have the same voice and were warped as freely.
 *
 * @param reference Adapted to the target.
 */
export function weighEvidence(reference: Frames, target: Frames, path: Path): Evidence[] {
  const [own, heard] = [thinFrames(reference, THIN), thinFrames(target, THIN)];
  const [ownTelling, heardTelling] = [weighFrames(own), weighFrames(heard)];
  const steps = path.reference.length;
  const windows: Evidence[] = [];
  for (let start = 0; start === 0 || start + WINDOW <= steps; start += STRIDE) {
    const last = Math.min(start + WINDOW, steps) - 1;
    const stretch = {
      reference: { start: path.reference[start]!, end: path.reference[last]! + 1 },
      target: { start: path.target[start]!, end: path.target[last]! + 1 },
    };
    const isWithin = stretch.reference.start > 0 && stretch.reference.end < reference.count;
    const telling = isWithin && isPause(target, stretch) ? undefined : weighStretch(ownTelling, heardTelling, stretch);
    windows.push({ ...stretch, margin: weighStretch(own, heard, stretch), telling });
  }
  return windows;
}

type Stretch = Pick<Evidence, 'reference' | 'target'>;

/** Whether the recording rests where the reference hardly does. */
function isPause({ data, size }: Frames, { reference, target }: Stretch): boolean {
  const length = target.end - target.start;
  if (length <= STRAINED_PACE * (reference.end - reference.start)) return false;
  let loudness = 0;
  for (let frame = target.start; frame < target.end; frame++) loudness += data[frame * size]!;
  return loudness / length < QUIET;
}

function weighStretch(own: Frames, heard: Frames, { reference, target }: Stretch): number {
  const [length, heardLength] = [reference.end - reference.start, target.end - target.start];
  if (Math.max(length, heardLength) > STRAINED_PACE * Math.min(length, heardLength)) return 0;
  const sound = cutFrames(heard, target.start / THIN, heardLength / THIN);
  const start = Math.floor(reference.start / THIN);
  const size = Math.max(1, Math.round(length / THIN));
  const ruler = measureTo(sound);
  const measure = (own: Frames) => measureWarped(own, ruler, sound.count);
  const distance = measure(cutFrames(own, start, size));
  const decoys = own.count >= 4 * size ? takeElsewhere(own, start, size) : shuffle(cutFrames(own, start, size));
  const others = decoys.map(measure);
  const mean = others.reduce((sum, other) => sum + other, 0) / others.length;
  return mean > 0 ? 1 - distance / mean : 0;
}

/** Stretches of the reference that are evenly spread over all of it but the surroundings of one place. */
function takeElsewhere(own: Frames, start: number, size: number): Frames[] {
  const room = own.count - 3 * size;
  return Array.from({ length: DECOYS }, (_, index) => {
    const place = (start + 1.5 * size + (room * (index + 0.5)) / DECOYS) % own.count;
    return cutFrames(own, Math.min(place, own.count - size), size);
  });
}

/** The stretch itself with its pieces in other orders, the same ones every time. */
function shuffle(stretch: Frames): Frames[] {
  const pieces = Math.ceil(stretch.count / PIECE);
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: DECOYS }, () => {
    const order = Array.from({ length: pieces }, (_, piece) => ({ piece, key: random() }));
    order.sort((one, other) => one.key - other.key);
    const frames = order.flatMap(({ piece }) => Array.from({ length: PIECE }, (_, frame) => piece * PIECE + frame));
    return selectFrames(stretch, Int32Array.from(frames.filter((frame) => frame < stretch.count)));
  });
}

function cutFrames({ data, count, size }: Frames, start: number, length: number): Frames {
  const from = Math.min(Math.max(0, Math.floor(start)), count - 1);
  const to = Math.min(count, from + Math.max(1, Math.round(length)));
  return { data: data.subarray(from * size, to * size), count: to - from, size };
}

/**
 * The mean distance of two short sounds warped onto each other freely: every path counts as many steps as both have frames.
 *
 * @param ruler Measures to the other sound, which has `count` frames.
 */
function measureWarped(one: Frames, ruler: Distances, count: number): number {
  // Totals, with a place before the first column, which no path comes from.
  let before = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  let current = before.slice();
  before[0] = 0;
  for (let row = 0; row < one.count; row++) {
    const distances = ruler.measure(one, row, 0, count);
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
