import type { Span } from '../text/words.ts';

/** A stretch of the text that is said in other words than the voice would find for it; it counts as one word of the timeline. */
export interface Reading extends Span {
  /** What the voice reads instead; empty for what nothing can say. */
  say: string;
}

/** What a rule makes of its match: other words, or undefined when the match is not what it looks like. */
export interface Rule {
  pattern: RegExp;
  say(match: RegExpExecArray): string | undefined;
}

/** Applies rules to a text: the earlier rule wins where two match. */
export function applyRules(text: string, rules: readonly Rule[]): Reading[] {
  const readings: Reading[] = [];
  const taken = new Uint8Array(text.length);
  for (const { pattern, say } of rules) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (to === from || taken.subarray(from, to).includes(1)) continue;
      const words = say(match);
      if (words === undefined) continue;
      readings.push({ from, to, say: words });
      taken.fill(1, from, to);
    }
  }
  return readings.toSorted((a, b) => a.from - b.from);
}

/** Signs that part what is written without a space: "Sales(12.5%)rose". */
const PARTS_BEFORE = /[([{"“„«/;:|]$/u;
const PARTS_AFTER = /^[)\]}"”»/;:|]/u;

/**
 * The words of a text after reading: those that a reading touches are one with it, but for what brackets and the like part from it.
 *
 * @param find The words of a piece of the text.
 */
export function mergeWords(
  text: string,
  words: readonly Span[],
  readings: readonly Reading[],
  find: (piece: string) => Span[],
): Span[] {
  const merged = readings.map(({ from, to }) => ({ from, to }));
  const add = (from: number, to: number) => {
    for (const word of find(text.slice(from, to))) merged.push({ from: from + word.from, to: from + word.to });
  };
  for (const word of words) {
    const touching = merged.slice(0, readings.length).filter(({ from, to }) => from < word.to && word.from < to);
    const [first, last] = [touching[0], touching.at(-1)];
    if (!first || !last) {
      merged.push({ from: word.from, to: word.to });
      continue;
    }
    if (PARTS_BEFORE.test(text.slice(word.from, first.from))) add(word.from, first.from);
    if (PARTS_AFTER.test(text.slice(last.to, word.to))) add(last.to, word.to);
  }
  return merged.toSorted((a, b) => a.from - b.from);
}
