import { PICTURE } from '../../../text/words.ts';

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
  '¥': ' yen ',
  '₹': ' rupees ',
  '₽': ' rubles ',
  '₩': ' won ',
  '¢': ' cents ',
  '−': ' minus ',
  '⁄': ' over ',
  '√': ' square root of ',
  '∞': ' infinity ',
  '∑': ' sum of ',
  '→': ' to ',
  '[': ' ',
  ']': ' ',
  // Letters of Latin alphabets that are no letter with a mark.
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'th',
  Ð: 'Th',
  þ: 'th',
  Þ: 'Th',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ß: 'ss',
  ı: 'i',
  ŋ: 'ng',
  ...nameGreek(),
};

/** Greek letters stand in formulas and measures; a word of them is another voice's. */
function nameGreek(): Record<string, string> {
  const names =
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega';
  const letters = [...'αβγδεζηθικλμνξοπρστυφχψω'];
  const named = names.split(' ').flatMap((name, i) => {
    const letter = letters[i]!;
    return [letter, letter.toUpperCase()].map((sign) => [sign, ` ${name} `] as const);
  });
  return { ...Object.fromEntries(named), ς: ' sigma ', '\u00b5': ' micro ' };
}

/** Longest word that is said at once, characters: no longer one is said, but a row of digits that never ends may be sent. */
const LONGEST_WORD = 200;

/** Whether flite can say a word: it is no endless one, and has no letters but Latin ones. */
export const canSay = (word: string): boolean => word.length <= LONGEST_WORD && toAscii(word) !== undefined;

/** A text in plain letters; `undefined` when it has any that are not Latin. */
export function toAscii(text: string): string | undefined {
  const read = (signs: string): string =>
    [...signs].map((sign) => (PICTURE.test(sign) ? ' ' : (SIGNS[sign] ?? sign))).join('');
  // A fraction is taken apart to its numbers and their sign.
  const plain = read(read(text).normalize('NFKD'))
    .replace(MARKS, '')
    // What is no letter and has no name is silent.
    .replace(/[^\P{P}\x20-\x7e]|[^\P{S}\x20-\x7e]|\p{C}|\s/gu, ' ');
  return /^[\x20-\x7e]*$/.test(plain) ? plain : undefined;
}
