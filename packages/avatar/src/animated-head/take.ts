/** Maximum length of a take name in characters. Tools show it in lists, and Unreal uses it in a file name. */
const MAX_CHARACTERS = 40;
/** Maximum length in UTF-8 bytes. Blender truncates longer names (`MAX_ID_NAME`), even in the middle of a character. */
const MAX_BYTES = 63;

const DEFAULT_NAME = 'speech';

/** Names a take after as many of the first words as fit: letters and digits in any script, joined by underscores, or `speech` if none. */
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

/** Shortens a word to fit, without splitting a letter from its accents and vowel signs. */
function shorten(word: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (!fits(short + segment)) break;
    short += segment;
  }
  return short;
}
