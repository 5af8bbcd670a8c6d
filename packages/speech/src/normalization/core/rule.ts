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

/** A pattern written as in a literal, with values in it: re`\d ${unit}`; it has the flags of most patterns, g and u. */
export const re = (parts: TemplateStringsArray, ...values: readonly string[]): RegExp => new RegExp(String.raw(parts, ...values), 'gu');

/** The same for capitals and small letters alike. */
export const anyCase = (parts: TemplateStringsArray, ...values: readonly string[]): RegExp =>
  new RegExp(String.raw(parts, ...values), 'giu');

/** A pattern for any of some words, the longest first; one that never matches where there are none. */
export const alternatives = (words: readonly string[]): string =>
  words.length === 0
    ? '(?!)'
    : words
        .toSorted((a, b) => b.length - a.length)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
        .join('|');

/**
 * Reads a table of short forms and their names.
 *
 * @param text Entries "written=said", separated by bars or lines: "Dr.=Doctor | Mr.=Mister".
 */
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

/** Signs of scripts that are written without spaces. */
export const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';

/** The text before a match: 40 characters show what the match is. */
export const before = ({ index, input }: RegExpExecArray, reach = 40): string => input.slice(Math.max(0, index - reach), index);

/** The text behind a match. */
export const after = ({ 0: match, index, input }: RegExpExecArray, reach = 40): string =>
  input.slice(index + match.length, index + match.length + reach);

/**
 * Whether the words beside a match are all in capitals: in such a text an abbreviation or a numeral may be a word, "OB" or "VI".
 *
 * @param isShort Whether a word in capitals is an abbreviation itself.
 */
export function isInCapitals(match: RegExpExecArray, isShort: (word: string) => boolean): boolean {
  // A comma or a stroke between them shows a list: "ARD, ZDF".
  const left = /([^\s,;/]+)\s*$/.exec(before(match))?.[1] ?? '';
  const right = /^\s*([^\s,;/]+)/.exec(after(match))?.[1] ?? '';
  return [left, right].some((word) => {
    const bare = word.replace(/^\P{L}+|\P{L}+$/gu, '');
    return /\p{Lu}{2}/u.test(bare) && !/\p{Ll}/u.test(bare) && !isShort(bare);
  });
}
