import { PICTURE } from '../../text/words.ts';

/** Marks above letters, and the typographic signs that have plain ones. */
const MARKS = /\p{M}/gu;
const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': ',',
  '—': ',',
  '…': '.',
  '&': ' and ',
  '<': ' less than ',
  '>': ' greater than ',
  '+': ' plus ',
  '=': ' equals ',
  '×': ' times ',
  '÷': ' divided by ',
  '°': ' degrees ',
  '§': ' section ',
  '©': ' copyright ',
  '®': ' ',
  '™': ' ',
  '£': ' pounds ',
  '€': ' euros ',
  '[': ' ',
  ']': ' ',
};

/** Longest word that is said at once, characters: no longer one is said, but a row of digits that never ends may be sent. */
const LONGEST_WORD = 200;

/** Whether flite can say a word: it is no endless one, and has no letters but Latin ones. */
export const canSay = (word: string): boolean => word.length <= LONGEST_WORD && toAscii(word) !== undefined;

/** A text in plain letters; `undefined` when it has any that are not Latin. */
export function toAscii(text: string): string | undefined {
  const plain = [...text]
    .map((sign) => (PICTURE.test(sign) ? ' ' : (SIGNS[sign] ?? sign)))
    .join('')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[^\P{P}\x20-\x7e]|\p{C}|\s/gu, ' ');
  return /^[\x20-\x7e]*$/.test(plain) ? plain : undefined;
}
