import type { SpeechTimeline } from '@talking-avatar/contract';
import type { Audio } from '../speech.ts';

/** Minimum and maximum length of a piece of the reference, in seconds. Pieces end at pauses in the reference if there are any. */
const SHORTEST_PIECE = 60;
const LONGEST_PIECE = 90;
/** Minimum length of the last piece, in seconds. A shorter one is joined to the previous piece. */
const SHORTEST_LAST_PIECE = 20;
/** Minimum length of a reference pause at which a piece may end, in seconds. */
const SHORTEST_PAUSE = 0.1;
/**
 * Length of the neighboring speech on each side that is aligned along with a piece, in seconds. It is needed because the ends may be
 * inaccurate.
 */
const OVERLAP = 5;
/** Maximum length of a piece, including the neighboring speech, in seconds. */
export const LONGEST_WITH_OVERLAP = LONGEST_PIECE + SHORTEST_LAST_PIECE + 2 * OVERLAP;
/** Maximum distance to move the end of a piece to the quietest spot, and length of the windows to compare, in seconds. */
const REACH = 0.4;
const WINDOW = 0.02;

/** A piece of a long text: its words, and its part of the reference (in seconds), with a few words before and after. */
export interface Piece {
  /** Indices of its words; `end` is exclusive. */
  words: { start: number; end: number };
  start: number;
  end: number;
}

/** Divides the reference for a long text into pieces that end after a word, at a pause if possible. */
export function divideReference({ words, phones, duration }: SpeechTimeline): Piece[] {
  const pauses = phones.filter(({ word, start, end }) => word === null && end - start >= SHORTEST_PAUSE);
  const isPause = (time: number) => pauses.some(({ start, end }) => time >= start - 1e-3 && time <= end + 1e-3);
  const pieces: Piece[] = [];
  let first = 0;
  for (let word = 0; word < words.length; word++) {
    const length = words[word]!.end - words[first]!.start;
    const isLast = word === words.length - 1;
    if (!isLast && words.at(-1)!.end - words[word]!.end < SHORTEST_LAST_PIECE) continue;
    if (!isLast && (length < SHORTEST_PIECE || (length < LONGEST_PIECE && !isPause(words[word]!.end)))) continue;
    const [from, to] = [words[first]!.start - OVERLAP, words[word]!.end + OVERLAP];
    pieces.push({
      words: { start: first, end: word + 1 },
      start: first === 0 ? 0 : words.find(({ start }) => start >= from)!.start,
      end: isLast ? duration : words.findLast(({ end }) => end <= to)!.end,
    });
    first = word + 1;
  }
  return pieces;
}

/** Finds the quietest time in a recording near the given time, in seconds. */
export function findQuietest({ samples, sampleRate }: Audio, time: number): number {
  const width = Math.round(WINDOW * sampleRate);
  const from = Math.max(0, Math.round((time - REACH) * sampleRate));
  const to = Math.min(samples.length, Math.round((time + REACH) * sampleRate)) - width;
  let best = { time, energy: Number.POSITIVE_INFINITY };
  for (let start = from; start < to; start += width >> 1) {
    const energy = samples.subarray(start, start + width).reduce((sum, sample) => sum + sample * sample, 0);
    if (energy < best.energy) best = { time: (start + width / 2) / sampleRate, energy };
  }
  return best.time;
}

/** Returns part of a recording without copying it. */
export const cutAudio = ({ samples, sampleRate }: Audio, start: number, end: number): Audio => ({
  samples: samples.subarray(Math.round(start * sampleRate), Math.round(end * sampleRate)),
  sampleRate,
});
