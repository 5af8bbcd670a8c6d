/** Maximum length of a take's name, which tools show in lists and Unreal uses in a file name. */
const MAX_CHARACTERS = 40;
/** Maximum length in UTF-8: Blender truncates longer names (`MAX_ID_NAME`), even in the middle of a letter. */
const MAX_BYTES = 63;

const DEFAULT_NAME = 'speech';

/** Names a take after the first words of a speech that fit: letters and digits of any script, joined by underscores, or else `speech`. */
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

/** Returns as much of a word as fits without splitting a letter from its accents and vowel signs. */
function shorten(word: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (!fits(short + segment)) break;
    short += segment;
  }
  return short;
}
