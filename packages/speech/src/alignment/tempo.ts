import { HOP } from './features.ts';
import { interpolatePath, type Path } from './warping.ts';

/** Lengths of the ends of the reference whose tempo is compared with the rest, in seconds. */
const END_SECONDS = [0.3, 0.5, 0.8, 1.2];
/** Minimum length of the rest, as a multiple of the length of the end, for its tempo to be reliable. */
const MIN_REST_RATIO = 2;

/**
 * An end is rushed if it takes less than this fraction of the time expected from the tempo of the rest. Together with the search for the
 * spoken part, this detects 160 of 164 recordings that were cut by 15%, with false alarms for 4 of 218 whole recordings, 3 of which have
 * noise at 10 dB.
 */
const RUSHED_SHARE = 0.7;

/**
 * Checks whether an end of the reference is aligned with too short a part of the target. Warping assigns times even to words that the
 * target does not contain.
 */
export function hasRushedEnd(path: Path, count: number): boolean {
  const place = interpolatePath(path);
  const [first, last] = [place(0), place(count - 1)];
  return END_SECONDS.map((seconds) => Math.round(seconds / HOP))
    .filter((size) => count >= (1 + MIN_REST_RATIO) * size)
    .some((size) => {
      const [head, tail] = [place(size), place(count - 1 - size)];
      const compareTempo = (end: number, rest: number) => end / size / Math.max(rest / (count - size), 1e-3);
      return Math.min(compareTempo(head - first, last - head), compareTempo(last - tail, tail - first)) < RUSHED_SHARE;
    });
}
