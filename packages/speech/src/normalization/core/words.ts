import type { Span } from '../../text/words.ts';
import type { Verbalization } from './rule.ts';

/** An elided article: "l'8/11". */
const ELIDED = /^\p{L}{1,4}['’]$/u;
/** In a language with spaces, letters right after a reading are its ending: "3개를", "NBA's". */
const ENDING = /^['’]?[\p{L}\p{M}]/u;

/** A word in the text, and its reading if it differs. */
export interface ReadWord extends Span {
  spoken?: string;
}

/**
 * Merges the words covered by a reading into one. The rest of a partly covered word becomes a separate word, so that everything spoken has
 * a time. Only an ending (`joins`) is spoken with the reading.
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
