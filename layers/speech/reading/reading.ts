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

/** The words of a text after reading: those that a reading touches are one with it. */
export function mergeWords(words: readonly Span[], readings: readonly Reading[]): Span[] {
  const merged: Span[] = [];
  const spans = readings.map((reading) => ({ ...reading }));
  for (const word of words) {
    const reading = spans.find(({ from, to }) => from < word.to && word.from < to);
    if (!reading) merged.push({ from: word.from, to: word.to });
  }
  for (const { from, to } of spans) merged.push({ from, to });
  return merged.toSorted((a, b) => a.from - b.from);
}
