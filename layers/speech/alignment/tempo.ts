import { HOP } from './features.ts';
import { type Path, readPath } from './warping.ts';

/** Seconds at an end of the reference whose pace is compared with that of the rest. */
const ENDS = [0.3, 0.5, 0.8, 1.2];

/** The rest lasts so many times as long, at least, for its pace to be known. */
const REST = 2;

/**
 * An end that has less than this part of the time that the pace of the rest gives it is said in haste. With what the search for the part
 * that is said then finds, that tells 160 of 164 recordings cut by 15 % and four of 218 whole ones, three of these in noise at 10 dB.
 */
const HASTY = 0.7;

/**
 * Whether the beginning or the end of a reference is laid on so little of a target that nobody could have said it there: warping finds
 * a place for words that are not in the target too.
 */
export function isHasty(path: Path, count: number): boolean {
  const place = readPath(path);
  const [first, last] = [place(0), place(count - 1)];
  return ENDS.map((seconds) => Math.round(seconds / HOP))
    .filter((size) => count >= (1 + REST) * size)
    .some((size) => {
      const [head, tail] = [place(size), place(count - 1 - size)];
      const comparePace = (end: number, rest: number) => end / size / Math.max(rest / (count - size), 1e-3);
      return Math.min(comparePace(head - first, last - head), comparePace(last - tail, tail - first)) < HASTY;
    });
}
