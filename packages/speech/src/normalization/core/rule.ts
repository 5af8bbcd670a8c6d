import type { Span } from '../../text/words.ts';

/** A span of the text whose reading differs from its spelling. It counts as one word in the timeline. */
export interface Verbalization extends Span {
  /** The reading. Empty if the text is unreadable. */
  spoken: string;
}

/** A pattern, and a function that returns the reading of a match, or undefined for a false positive. */
export interface Rule {
  pattern: RegExp;
  verbalize(match: RegExpExecArray): string | undefined;
}

/** Applies rules to text. If several match, the earliest rule wins. */
export function applyRules(text: string, rules: readonly Rule[]): Verbalization[] {
  const readings: Verbalization[] = [];
  const covered = new Uint8Array(text.length);
  for (const { pattern, verbalize } of rules) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (to === from || covered.subarray(from, to).includes(1)) continue;
      const spoken = verbalize(match);
      if (spoken === undefined) continue;
      readings.push({ from, to, spoken });
      covered.fill(1, from, to);
    }
  }
  return readings.toSorted((a, b) => a.from - b.from);
}

/** Creates a rule from each `[pattern, reading]`, in order. */
export const rulesOf = (...pairs: readonly (readonly [RegExp, string | Rule['verbalize']])[]): Rule[] =>
  pairs.map(([pattern, said]) => ({ pattern, verbalize: typeof said === 'string' ? () => said : said }));

/** Creates a pattern from a template, re`\d ${unit}`, with the flags g and u. */
export const re = (parts: TemplateStringsArray, ...values: readonly string[]): RegExp => new RegExp(String.raw(parts, ...values), 'gu');

/** The same as `re`, but case-insensitive. */
export const anyCase = (parts: TemplateStringsArray, ...values: readonly string[]): RegExp =>
  new RegExp(String.raw(parts, ...values), 'giu');

/** Creates a pattern for any of the words, longest first. It never matches if there are no words. */
export const alternatives = (words: readonly string[]): string =>
  words.length === 0
    ? '(?!)'
    : words
        .toSorted((a, b) => b.length - a.length)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
        .join('|');

/** Parses a table of abbreviations and names ("written=said"), separated by bars or newlines: "Dr.=Doctor | Mr.=Mister". */
export const table = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(/[|\n]/)
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => {
        const at = entry.indexOf('=');
        return at < 0 ? [entry, entry] : [entry.slice(0, at), entry.slice(at + 1)];
      }),
  );

/** Letters in scripts that are written without spaces. */
export const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';

/** Returns the text before a match. The default of 40 characters is enough for every rule. */
export const before = ({ index, input }: RegExpExecArray, reach = 40): string => input.slice(Math.max(0, index - reach), index);

export const after = ({ 0: match, index, input }: RegExpExecArray, reach = 40): string =>
  input.slice(index + match.length, index + match.length + reach);

/**
 * Checks whether the words around a match are all in capitals, in which case "OB" or "VI" may be words. `isShort` tests for abbreviations.
 */
export function isInCapitals(match: RegExpExecArray, isShort: (word: string) => boolean): boolean {
  // A comma or a slash between them indicates a list: "ARD, ZDF".
  const left = /([^\s,;/]+)\s*$/.exec(before(match))?.[1] ?? '';
  const right = /^\s*([^\s,;/]+)/.exec(after(match))?.[1] ?? '';
  return [left, right].some((word) => {
    const bare = word.replace(/^\P{L}+|\P{L}+$/gu, '');
    return /\p{Lu}{2}/u.test(bare) && !/\p{Ll}/u.test(bare) && !isShort(bare);
  });
}
