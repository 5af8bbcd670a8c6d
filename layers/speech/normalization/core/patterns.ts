const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A pattern for any of some words, the longest first; one that never matches where there are none. */
export const alternatives = (words: readonly string[]): string =>
  words.length === 0
    ? '(?!)'
    : words
        .toSorted((a, b) => b.length - a.length)
        .map(escapePattern)
        .join('|');

/**
 * Reads a table of short forms and their names.
 *
 * @param text Entries "written=said", parted by bars or lines: "Dr.=Doctor | Mr.=Mister".
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

/** Words of a list that spaces part. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Signs of scripts that are written without spaces. */
export const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]';

/** Characters before a match that tell what it is. */
export const REACH = 40;

/** The text before a match, as far as it tells what the match is. */
export const before = ({ index, input }: RegExpExecArray, reach = REACH): string =>
  input.slice(Math.max(0, index - reach), index);

/** The text behind a match. */
export const after = ({ 0: match, index, input }: RegExpExecArray, reach = REACH): string =>
  input.slice(index + match.length, index + match.length + reach);

/**
 * Whether the words beside a match are all in capitals: in such a text an abbreviation or a numeral may be a word, "OB" or "VI".
 *
 * @param isShort Whether a word in capitals is an abbreviation itself.
 */
export function isInCapitals(match: RegExpExecArray, isShort: (word: string) => boolean): boolean {
  // A comma or a stroke between them tells of a list: "ARD, ZDF".
  const left = /([^\s,;/]+)\s*$/.exec(before(match, NEIGHBOUR))?.[1] ?? '';
  const right = /^\s*([^\s,;/]+)/.exec(after(match, NEIGHBOUR))?.[1] ?? '';
  return [left, right].some((word) => {
    const bare = word.replace(/^\P{L}+|\P{L}+$/gu, '');
    return /\p{Lu}{2}/u.test(bare) && !/\p{Ll}/u.test(bare) && !isShort(bare);
  });
}

/** Characters on either side in which a neighbour is looked for. */
const NEIGHBOUR = 30;
