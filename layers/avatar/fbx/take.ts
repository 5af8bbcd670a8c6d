/** Longest name of a take: tools show it in lists, and Unreal makes it part of a file name. */
const MAX_CHARACTERS = 40;

const DEFAULT_NAME = 'speech';

/**
 * Creates the name of a take from the words of a speech: as many first words as fit, with letters and digits of any
 * script, joined by underscores; `speech` when there are none.
 */
export function createTakeName(words: readonly string[]): string {
  let name = '';
  for (const word of words
    .join(' ')
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const longer = name === '' ? [...word].slice(0, MAX_CHARACTERS).join('') : `${name}_${word}`;
    if ([...longer].length > MAX_CHARACTERS) break;
    name = longer;
  }
  return name || DEFAULT_NAME;
}
