import type { Span } from '../../text/words.ts';

/** A stretch of the text that is said in other words than it is written in; it counts as one word of the timeline. */
export interface Verbalization extends Span {
  /** What the voice reads instead; empty for what nothing can say. */
  spoken: string;
}

/** A pattern, and what its match is said as; undefined where the match is not what it looks like. */
export interface Rule {
  pattern: RegExp;
  verbalize(match: RegExpExecArray): string | undefined;
}

/** Applies rules to a text: the earlier rule wins where two match. */
export function applyRules(text: string, rules: readonly Rule[]): Verbalization[] {
  const readings: Verbalization[] = [];
  const taken = new Uint8Array(text.length);
  for (const { pattern, verbalize } of rules) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (to === from || taken.subarray(from, to).includes(1)) continue;
      const spoken = verbalize(match);
      if (spoken === undefined) continue;
      readings.push({ from, to, spoken });
      taken.fill(1, from, to);
    }
  }
  return readings.toSorted((a, b) => a.from - b.from);
}

/** A rule for each pattern, in order: `[pattern, what is said]`. */
export const rulesOf = (...pairs: readonly (readonly [RegExp, string | Rule['verbalize']])[]): Rule[] =>
  pairs.map(([pattern, said]) => ({ pattern, verbalize: typeof said === 'string' ? () => said : said }));
