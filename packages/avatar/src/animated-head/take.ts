/** Longest name of a take: tools show it in lists, and Unreal makes it part of a file name. */
const MAX_CHARACTERS = 40;

/** The same in UTF-8: Blender cuts longer names (its `MAX_ID_NAME`), through the middle of a letter if need be. */
const MAX_BYTES = 63;

const DEFAULT_NAME = 'speech';

/**
 * Creates the name of a take from the words of a speech: as many first words as fit, with letters and digits of any
 * script, joined by underscores; `speech` when there are none. It has at most 40 characters and 63 bytes of UTF-8.
 */
export function createTakeName(words: readonly string[]): string {
  let name = '';
  for (const word of words
    .join(' ')
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const longer = name === '' ? shorten(word) : `${name}_${word}`;
    if (!fits(longer)) break;
    name = longer;
  }
  return name || DEFAULT_NAME;
}

const fits = (name: string): boolean => [...name].length <= MAX_CHARACTERS && Buffer.byteLength(name) <= MAX_BYTES;

/** Returns the beginning of a word that fits, without half a letter: accents and vowel signs stay with theirs. */
function shorten(word: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (!fits(short + segment)) break;
    short += segment;
  }
  return short;
}
