const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A pattern for any of some words, the longest first. */
export const alternatives = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|');

/**
 * Whether the words beside a match are all in capitals: in such a text a short form or a numeral may be a word, "OB" or "VI".
 * @param isShort Whether a word in capitals is one of them itself.
 */
export function isInCapitals({ 0: match, index, input }: RegExpExecArray, isShort: (word: string) => boolean): boolean {
  // A comma or a stroke between them tells of a list: "ARD, ZDF".
  const before = /([^\s,;/]+)\s*$/.exec(input.slice(Math.max(0, index - REACH), index))?.[1] ?? '';
  const after = /^\s*([^\s,;/]+)/.exec(input.slice(index + match.length, index + match.length + REACH))?.[1] ?? '';
  return [before, after].some((word) => {
    const bare = word.replace(/^\P{L}+|\P{L}+$/gu, '');
    return /\p{Lu}{2}/u.test(bare) && !/\p{Ll}/u.test(bare) && !isShort(bare);
  });
}

/** Characters on either side in which a neighbour is looked for. */
const REACH = 30;
