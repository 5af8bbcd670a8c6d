import type { Span } from '../../text/words.ts';
import type { Verbalization } from './rule.ts';

/** An article that is joined to its noun: "l'8/11". */
const ELIDED = /^\p{L}{1,4}['’]$/u;

/** Letters right behind a reading, in a language that writes its words apart, are an ending of it: "3개를", "NBA's". */
const ENDING = /^['’]?[\p{L}\p{M}]/u;

/** A word of the text, and what is said in its place where that is not the word itself. */
export interface ReadWord extends Span {
  spoken?: string;
}

/**
 * The words of a text after reading: those that a reading covers are one with it. What a word has beside a reading is a word of its
 * own, so that nothing that is said lacks a time; only an ending is said with the reading.
 *
 * @param find The words of a piece of the text.
 * @param joins Whether what stands there belongs to what stands before it, where no space separates the two.
 */
export function mergeWords(
  words: readonly Span[],
  readings: readonly Verbalization[],
  text: string,
  find: (piece: string) => Span[],
  joins: (span: Span) => boolean,
): ReadWord[] {
  const merged: ReadWord[] = readings.map((reading) => ({ ...reading }));
  const add = (from: number, to: number) => {
    for (const word of find(text.slice(from, to))) merged.push({ from: from + word.from, to: from + word.to });
  };
  let first = 0;
  for (const word of words) {
    while (first < readings.length && readings[first]!.to <= word.from) first++;
    let at = word.from;
    let last: number | undefined;
    for (let i = first; i < readings.length && readings[i]!.from < word.to; i++) {
      const rest = text.slice(at, Math.max(at, readings[i]!.from));
      if (readings[i]!.spoken !== '' && ELIDED.test(rest)) merged[i] = { ...merged[i]!, from: at, spoken: rest + readings[i]!.spoken };
      else if (rest !== '') add(at, readings[i]!.from);
      at = Math.max(at, readings[i]!.to);
      last = i;
    }
    if (last === undefined) merged.push({ from: word.from, to: word.to });
    else if (at < word.to) {
      const { spoken } = merged[last]!;
      const rest = text.slice(at, word.to);
      if (spoken !== '' && ENDING.test(rest) && joins({ from: at, to: word.to }))
        merged[last] = { ...merged[last]!, to: word.to, spoken: merged[last]!.spoken + rest };
      else add(at, word.to);
    }
  }
  return merged.toSorted((a, b) => a.from - b.from);
}
